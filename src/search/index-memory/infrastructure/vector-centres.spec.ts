import {
  document,
  EVERYTHING,
  IndexUnderTest,
  passage,
  StoredCorpus,
  TODAY,
} from '../../../../test/support/stored-corpus.js';
import { restrictedTo, seenBy } from '../../../shared/domain/category-filter.js';
import { SearchScope } from '../../ranking/domain/search-index.js';
import { dot } from '../../../shared/domain/dot-product.js';

/** The scope of a key that may see only these categories. */
function keyOf(category: string): SearchScope {
  return { filter: seenBy('key', restrictedTo([[category]]), true), asOf: TODAY };
}

/** A vector in a narrow cone around one direction, with a `topic` component and a small one of its own. */
function inCone(topic: 1 | -1, own: number): Float32Array {
  const values = [0.95, topic * 0.25, ((own % 7) - 3) / 40, ((own % 5) - 2) / 40];
  const length = Math.hypot(...values);
  return Float32Array.from(values, (x) => x / length);
}

let corpus: StoredCorpus;
let index: IndexUnderTest;
beforeEach(async () => {
  corpus = await StoredCorpus.open();
  index = await corpus.index();
});
afterEach(() => corpus.close());

/** Documents with a provider's vectors, each of one passage. */
async function put(category: string, count: number, vectorOf: (i: number) => Float32Array): Promise<number[]> {
  const ids = await corpus.put(
    ...Array.from({ length: count }, (_, i) =>
      document(`${category}${i}`, { canonicalPath: [category], passages: [passage(`kiln ${category} ${i}`)] }),
    ),
  );
  await corpus.transaction.run(async () => {
    const row = await corpus.models.ofProvider('fake', 4, 'now');
    await corpus.backlog.store(
      row,
      ids.map((id, i) => ({ id, vector: vectorOf(i) })),
    );
    await corpus.models.serve(row);
  });
  return ids;
}

async function scores(question: Float32Array, scope = EVERYTHING): Promise<ReadonlyMap<number, number>> {
  index.live.sync();
  const found = await index.nearest(index.memory.comparison.placed(question, scope.filter), 1_000, scope);
  return new Map(found.map(({ id, score }) => [id, score]));
}

describe("a provider's vectors in a narrow cone", () => {
  it('are compared after subtraction of their common component', async () => {
    const ids = await put('a', 120, (i) => inCone(i % 4 === 0 ? 1 : -1, i));
    const found = await scores(inCone(1, 3));
    const own = ids.filter((_, i) => i % 4 === 0).map((id) => found.get(id) ?? 0);
    const others = ids.filter((_, i) => i % 4 !== 0).map((id) => found.get(id) ?? 0);
    expect(dot(inCone(1, 3), inCone(-1, 3))).toBeGreaterThan(0.8);
    expect(Math.min(...own)).toBeGreaterThan(0.5);
    expect(Math.max(...others)).toBeLessThan(0);
  });

  it('have the same cosines with one another as their centred vectors', async () => {
    const ids = (await put('a', 80, (i) => inCone(i % 2 === 0 ? 1 : -1, i))).slice(0, 5);
    index.live.sync();
    const [vectors, cosines] = [
      await index.memory.vectors(ids, EVERYTHING),
      await index.memory.cosines(ids, EVERYTHING),
    ];
    ids.forEach((_, i) =>
      ids.forEach((_each, k) => {
        const [a, b] = [vectors[i], vectors[k]];
        if (a === undefined || b === undefined) throw new Error('has no vector');
        expect(cosines[i]?.[k]).toBeCloseTo(dot(a, b), 1);
      }),
    );
  });

  it('are compared unchanged while there are few of them', async () => {
    const [first = 0] = await put('a', 10, (i) => inCone(-1, i));
    expect((await scores(inCone(1, 0))).get(first)).toBeCloseTo(dot(inCone(1, 0), inCone(-1, 0)), 1);
  });

  it('are updated after additions and removals as in a rebuilt index', async () => {
    await put('a', 100, (i) => inCone(-1, i));
    await scores(inCone(1, 3));
    await put('b', 100, (i) => inCone(1, i));
    await corpus.remove('a3', 'a4', 'b5');
    const again = await corpus.index();
    const followed = await scores(inCone(1, 3));
    index = again;
    expect(await scores(inCone(1, 3))).toEqual(followed);
  });

  it('are the same for a key, whatever else there is that it may not see', async () => {
    await put('open', 100, (i) => inCone(i % 2 === 0 ? 1 : -1, i));
    const alone = await scores(inCone(1, 3), keyOf('open'));
    await put('hidden', 150, (i) => inCone(1, i));
    expect(await scores(inCone(1, 3), keyOf('open'))).toEqual(alone);
    const all = await scores(inCone(1, 3));
    expect([...alone].some(([id, score]) => Math.abs((all.get(id) ?? 0) - score) > 0.05)).toBe(true);
  });

  it('give passages a meaning on the scale of the static embedding, by their cosine to a question', async () => {
    // In the static embedding of this spec, random pairs have cosines near 0.
    const meaning = {
      model: 'spread',
      dimensions: 2,
      embed: (text: string) => {
        const angle = ((text.length * 7 + text.charCodeAt(text.length - 1)) % 12) * (Math.PI / 6);
        return Float32Array.of(Math.cos(angle), Math.sin(angle));
      },
    };
    index = await corpus.index({ meaning });
    const ids = await put('a', 120, (i) => inCone(i % 4 === 0 ? 1 : -1, i));
    index.live.sync();
    const question = inCone(1, 3);
    const meanings = await index.memory.meaningsBy(question, ids, EVERYTHING);
    const own = Math.min(...meanings.map((one, i) => (i % 4 === 0 ? (one ?? Number.NaN) : 1)));
    const others = Math.max(...meanings.map((one, i) => (i % 4 === 0 ? -1 : (one ?? Number.NaN))));
    expect(own).toBeGreaterThan(others);
    // The cosines themselves are within a tenth of each other.
    expect(own - others).toBeGreaterThan(0.3);
    expect(await index.memory.meaningsBy(question, ids, keyOf('elsewhere'))).toEqual(ids.map(() => undefined));
  });
});
