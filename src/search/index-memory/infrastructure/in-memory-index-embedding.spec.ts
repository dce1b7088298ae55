import { document, IndexUnderTest, passage, StoredCorpus } from '../../../../test/support/stored-corpus.js';
import { NGRAM_MODEL } from '../../embedding/domain/ngram-embedding.js';
import { VectorSpace } from '../../embedding/domain/vector-space.js';

/** A space whose bytes are its name: as wide as the name is long, without words that start with `new`. */
function spaceOf(bytes: Uint8Array): VectorSpace | undefined {
  const model = Buffer.from(bytes).toString();
  if (model === 'damaged') return undefined;
  const rowOf = (term: string) => (term.startsWith('new') ? -1 : term.charCodeAt(0) % model.length);
  const embedRows = (rows: ArrayLike<number>, counts: ArrayLike<number>) => {
    const vector = new Float32Array(model.length);
    Array.from(rows).forEach((row, i) => {
      if (row >= 0) vector[row] = (vector[row] ?? 0) + (counts[i] ?? 0);
    });
    return vector;
  };
  return {
    model,
    dimensions: model.length,
    unknownTermShareAtFit: 0,
    rowOf,
    embedRows,
    embed: (terms) => {
      const given = [...terms];
      return embedRows(
        given.map(([term]) => rowOf(term)),
        given.map(([, count]) => count),
      );
    },
  };
}

/** Blocks a change of the embedding until the test continues it. */
class Gate {
  private waiting: (() => void)[] = [];
  isOpen = true;
  readonly pause = (): Promise<void> =>
    this.isOpen ? Promise.resolve() : new Promise((resolve) => this.waiting.push(resolve));

  /** Releases those that wait now. */
  step(): void {
    for (const go of this.waiting.splice(0)) go();
  }

  open(): void {
    this.isOpen = true;
    this.step();
  }
}

let corpus: StoredCorpus;
let gate: Gate;
let index: IndexUnderTest;
let changes: number;
beforeEach(async () => {
  corpus = await StoredCorpus.open();
  gate = new Gate();
  changes = 0;
  index = await corpus.index({ readSpace: spaceOf, pause: gate.pause, onChange: () => changes++ });
});
afterEach(() => corpus.close());

/** Stores a fitted model of this name; returns its row. */
function stored(model: string): Promise<number> {
  return corpus.transaction.run(async () => {
    const row = { model, kind: 'fitted', dimensions: model.length, passages: 500, createdAt: 'now' } as const;
    const id = await corpus.models.add(row);
    await corpus.models.putPart(id, 0, Buffer.from(model));
    return id;
  });
}

const serve = (id: number | undefined) => corpus.transaction.run(() => corpus.models.serve(id));
const many = (n: number) =>
  document('many', { title: 'kiln', passages: Array.from({ length: n }, (_, i) => passage(`oven step${i}`)) });

/** Waits until the index serves the chosen model. */
async function settled(): Promise<string> {
  index.live.sync();
  await index.live.settled();
  return index.live.model;
}

describe('a change of the embedding', () => {
  it('takes effect in one step: until then the old one answers, and the new one includes what is written meanwhile', async () => {
    await corpus.put(many(450), document('gone'));
    expect(await index.byVector('kiln')).toContain('gone');
    await serve(await stored('lsa-1'));
    gate.isOpen = false;
    index.live.sync();
    expect([index.live.model, changes]).toEqual([NGRAM_MODEL, 0]);
    await corpus.put(document('early', { passages: [passage('glaze')] }));
    await corpus.remove('gone');
    expect(await index.byVector('glaze')).toContain('early');
    gate.step();
    await corpus.put(document('late', { passages: [passage('glaze ash')] }));
    expect(await index.byVector('glaze ash')).toContain('late');
    expect([index.live.model, changes]).toEqual([NGRAM_MODEL, 0]);
    gate.open();
    expect([await settled(), changes, index.live.generation]).toEqual(['lsa-1', 1, 1]);
    const found = await index.retrieve('glaze ash kiln oven', undefined, 2_000);
    expect(found.vector).toHaveLength(452);
    expect(new Set(await index.documentsOf(found.vector.map(({ id }) => id)))).toEqual(
      new Set(['many', 'early', 'late']),
    );
  });

  it('serves only the last choice if the choice changes meanwhile', async () => {
    await corpus.put(many(250));
    const [first, second] = [await stored('lsa-1'), await stored('lsa-22')];
    gate.isOpen = false;
    for (const id of [first, second]) {
      await serve(id);
      index.live.sync();
    }
    gate.open();
    expect([await settled(), changes]).toEqual(['lsa-22', 1]);
    gate.isOpen = false;
    for (const id of [first, second]) {
      await serve(id);
      index.live.sync();
    }
    gate.open();
    expect(await settled()).toBe('lsa-22');
    expect((await index.retrieve('oven')).vector).toHaveLength(250);
  });

  it('holds if the index is rebuilt meanwhile', async () => {
    await corpus.put(many(1_300), document('kept'));
    index.live.sync();
    await serve(await stored('lsa-1'));
    gate.isOpen = false;
    index.live.sync();
    await corpus.remove('many');
    const { slots } = index.live;
    expect(await index.byVector('kiln')).toEqual(['kept']);
    expect(index.live.slots).not.toBe(slots);
    gate.open();
    expect(await settled()).toBe('lsa-1');
    const anew = await corpus.index({ readSpace: spaceOf });
    expect(await index.retrieve('kiln clay')).toEqual(await anew.retrieve('kiln clay'));
    expect(await index.byVector('kiln')).toEqual(['kept']);
  });

  it('returns to n-grams if nothing is chosen', async () => {
    await corpus.put(document('a'));
    await serve(await stored('lsa-1'));
    expect(await settled()).toBe('lsa-1');
    await serve(undefined);
    expect(await settled()).toBe(NGRAM_MODEL);
    expect(await index.byVector('kiln')).toEqual(['a']);
  });

  it('never serves a model that was stored but not chosen', async () => {
    await corpus.put(document('a'));
    await stored('lsa-1');
    expect(await settled()).toBe(NGRAM_MODEL);
    expect((await corpus.index({ readSpace: spaceOf })).live.model).toBe(NGRAM_MODEL);
  });
});

describe('an embedding that cannot be read', () => {
  it('is replaced by n-grams, at the start and later', async () => {
    await corpus.put(document('a'));
    await serve(await stored('lsa-1'));
    await settled();
    await serve(await stored('damaged'));
    expect(await settled()).toBe(NGRAM_MODEL);
    expect(await index.byVector('kiln')).toEqual(['a']);
    const started = await corpus.index({ readSpace: spaceOf });
    expect(started.live.model).toBe(NGRAM_MODEL);
    expect(await started.byVector('kiln')).toEqual(['a']);
    await serve(await stored('lsa-22'));
    expect(await settled()).toBe('lsa-22');
  });
});

describe('the share of words that came after the fit', () => {
  it('increases when they are added and decreases when they are removed', async () => {
    await serve(await stored('lsa-1'));
    await corpus.put(document('a', { title: 'kiln', passages: [passage('oven ash clay')] }));
    await settled();
    expect(index.live.newTermShare).toBe(0);
    await corpus.put(document('b', { title: 'newkiln', passages: [passage('newoven newash newclay')] }));
    index.live.sync();
    expect(index.live.newTermShare).toBeCloseTo(0.5);
    await corpus.put(document('b', { title: 'kiln', passages: [passage('oven ash newclay')] }));
    index.live.sync();
    expect(index.live.newTermShare).toBeCloseTo(1 / 8);
    await corpus.remove('b');
    index.live.sync();
    expect(index.live.newTermShare).toBe(0);
  });
});

describe("a provider's vectors", () => {
  const vectors = (model: number, ...pairs: [number, number[]][]) =>
    corpus.transaction.run(() =>
      corpus.backlog.store(
        model,
        pairs.map(([id, values]) => ({ id, vector: Float32Array.from(values) })),
      ),
    );
  const provider = (name: string, width: number) =>
    corpus.transaction.run(() => corpus.models.ofProvider(name, width, 'now'));
  const nearest = async (...values: number[]) => {
    const found = await index.nearest(Float32Array.from(values), 9);
    return found.map(({ id, score }) => [id, Math.round(score * 10) / 10]);
  };

  it('serve alone from the moment they are chosen, including later ones', async () => {
    const [a = 0, b = 0] = await corpus.put(document('a'), document('b'));
    const model = await provider('fake', 2);
    await vectors(model, [a, [1, 0]]);
    expect(await nearest(1, 0)).toEqual([]);
    await serve(model);
    expect(await nearest(1, 0)).toEqual([[a, 1]]);
    expect([index.live.model, index.live.space, index.live.dimensions]).toEqual(['fake', undefined, 2]);
    await vectors(model, [b, [0, 1]]);
    expect(await nearest(1, 0)).toEqual([
      [a, 1],
      [b, 0],
    ]);
    await vectors(model, [a, [0, -1]]);
    expect(await nearest(0, 1)).toEqual([
      [b, 1],
      [a, -1],
    ]);
  });

  it('of two models are never mixed, with equal or different widths', async () => {
    const [a = 0] = await corpus.put(document('a'));
    const rows = [await provider('one', 2), await provider('two', 2), await provider('two', 3)];
    expect(new Set(rows).size).toBe(3);
    const [one = 0, two = 0, wide = 0] = rows;
    await vectors(one, [a, [1, 0]]);
    await vectors(two, [a, [0, 1]]);
    await vectors(wide, [a, [0, 0, 1]]);
    await serve(one);
    expect([await nearest(1, 0), await nearest(0, 0, 1)]).toEqual([[[a, 1]], []]);
    await serve(two);
    expect([await nearest(1, 0), await nearest(0, 1)]).toEqual([[[a, 0]], [[a, 1]]]);
    await serve(wide);
    expect([await nearest(1, 0), await nearest(0, 0, 1)]).toEqual([[], [[a, 1]]]);
    expect((await corpus.index({ readSpace: spaceOf })).live.dimensions).toBe(3);
    await serve(one);
    expect(await nearest(1, 0)).toEqual([[a, 1]]);
  });

  it('are removed with their passages, and stay if the index is rebuilt', async () => {
    const model = await provider('fake', 2);
    await serve(model);
    const [kept = 0] = await corpus.put(document('kept'));
    const ids = await corpus.put(many(1_100));
    await vectors(model, [kept, [1, 0]], ...ids.map((id): [number, number[]] => [id, [0, 1]]));
    expect(await nearest(0, 1)).toHaveLength(9);
    await corpus.remove('many');
    expect(await nearest(1, 0)).toEqual([[kept, 1]]);
    expect(corpus.number('SELECT count(*) FROM search_vectors')).toBe(1);
    const [anew = 0] = await corpus.put(document('kept'));
    expect(anew).not.toBe(kept);
    expect(await nearest(1, 0)).toEqual([]);
  });
});
