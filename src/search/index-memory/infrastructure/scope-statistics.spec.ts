import fc from 'fast-check';
import { document, passage, pottery, StoredCorpus, TODAY } from '../../../../test/support/stored-corpus.js';
import { CategoryFilter, intersect, restrictedTo, seenBy } from '../../../shared/domain/category-filter.js';
import { DocumentInput } from '../../domain/indexed-passage.js';
import { Ranking, RankingRequest, SearchMode } from '../../ranking/domain/passage-ranking.js';
import { fitOnStore } from '../../embedding/infrastructure/fit-on-store.js';
import { SearchEngine } from './search-engine.js';

const KEY = seenBy('key', restrictedTo([['Seen']]), true);

interface World {
  readonly corpus: StoredCorpus;
  readonly engine: SearchEngine;
}

async function visibilityScope(documents: readonly DocumentInput[]): Promise<World> {
  const corpus = await StoredCorpus.open();
  await corpus.put(...documents);
  const quiet = { onChange: () => undefined, onDamage: () => undefined };
  return { corpus, engine: await SearchEngine.open(corpus.file, quiet) };
}

async function close({ corpus, engine }: World): Promise<void> {
  engine.close();
  await corpus.close();
}

function ask({ engine }: World, more: Partial<RankingRequest>, filter: CategoryFilter = KEY): Promise<Ranking> {
  return engine.rank({
    query: 'kiln fire',
    topK: 50,
    mode: 'hybrid',
    rerank: true,
    scope: { filter, asOf: TODAY },
    synonyms: true,
    feedback: true,
    vector: undefined,
    ...more,
  });
}

/** Everything but row numbers, which callers do not see, and times. */
function shown(ranking: Ranking): unknown {
  return {
    ...ranking,
    times: undefined,
    hits: ranking.hits.map((hit) => ({ ...hit, passage: { ...hit.passage, id: 0 } })),
  };
}

async function serveFitted({ corpus, engine }: World): Promise<void> {
  const fitted = fitOnStore(corpus.connect(), () => undefined);
  if (fitted === undefined) throw new Error('too little to fit on');
  await corpus.transaction.run(async () => {
    const { model, dimensions, passages, bytes } = fitted;
    const id = await corpus.models.add({ model, kind: 'fitted', dimensions, passages, createdAt: TODAY });
    await corpus.models.putPart(id, 0, bytes);
    await corpus.models.serve(id);
  });
  await engine.served();
}

const word = fc.constantFrom(
  'kiln',
  'fire',
  'glaze',
  'ash',
  '가마',
  '규정',
  'clay',
  '휴학 규정',
  '제3조',
  'oven',
  'wheel',
);
const sentence = fc.array(word, { minLength: 1, maxLength: 12 }).map((words) => words.join(' '));
const title = fc.constantFrom('휴학 규정', '휴학규정', '학칙', 'Kiln rules', 'Notes', '복학 및 휴학에 관한 규정');
const entry = fc.record({
  title,
  texts: fc.array(sentence, { minLength: 1, maxLength: 3 }),
  article: fc.constantFrom(undefined, '제3조', '제8조'),
  at: fc.constantFrom(['Seen'], ['Seen', 'Deep'], ['Hidden'], ['Seen2'], ['Hidden', 'Seen']),
});

type Entry = typeof entry extends fc.Arbitrary<infer E> ? E : never;

function toDocument(e: Entry, i: number): DocumentInput {
  const passages = e.texts.map((text) => passage(text, { article: e.article, section: e.article }));
  return document(`d${String(i).padStart(2, '0')}`, { title: e.title, canonicalPath: e.at, passages });
}

describe('what a key may not see', () => {
  it('does not change its results, for any store, query and order of insertion', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(entry, { minLength: 1, maxLength: 14 }),
        fc.oneof(sentence, fc.constantFrom('휴학 규정 제3조', '휴학규정은?', 'Kiln rules')),
        fc.constantFrom<SearchMode>('hybrid', 'bm25', 'vector'),
        fc.constantFrom(undefined, [['Seen', 'Deep']], [['Hidden'], ['Seen']]),
        async (entries, query, mode, paths) => {
          const documents = entries.map(toDocument);
          const whole = await visibilityScope(documents);
          const alone = await visibilityScope(documents.filter(({ canonicalPath }) => canonicalPath[0] === 'Seen'));
          try {
            const filter = paths === undefined ? KEY : intersect(KEY, restrictedTo(paths));
            const [here, there] = [
              await ask(whole, { query, mode }, filter),
              await ask(alone, { query, mode }, filter),
            ];
            expect(shown(here)).toEqual(shown(there));
          } finally {
            await close(whole);
            await close(alone);
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  it('does not change them either if the embedding was fitted on it, and if it is added, changed and removed', async () => {
    const hidden = pottery(300).map((d) => ({ ...d, documentId: `h-${d.documentId}`, canonicalPath: ['Hidden'] }));
    const seen = pottery(80).map((d) => ({ ...d, canonicalPath: ['Seen'] }));
    const whole = await visibilityScope([...hidden.slice(0, 10), ...seen, ...hidden.slice(10)]);
    const alone = await visibilityScope(seen);
    try {
      await serveFitted(whole);
      for (const change of [
        () => Promise.resolve(),
        () => whole.corpus.remove('h-pottery3', 'h-pottery4'),
        () => whole.corpus.put(document('h-new', { canonicalPath: ['Hidden'] })).then(() => undefined),
      ]) {
        await change();
        for (const mode of ['hybrid', 'bm25', 'vector'] as const) {
          for (const query of ['kiln fire', '가마 소성', 'batch7 glaze colour'])
            expect(shown(await ask(whole, { query, mode }))).toEqual(shown(await ask(alone, { query, mode })));
        }
      }
    } finally {
      await close(whole);
      await close(alone);
    }
  });

  it('is never counted, whatever is written, moved and removed between two searches', async () => {
    const paths = [['Seen'], ['Hidden'], ['Seen', 'Deep']];
    const whole = await visibilityScope(pottery(120).map((d, i) => ({ ...d, canonicalPath: paths[i % 3] ?? [] })));
    try {
      await ask(whole, {});
      for (const [i, change] of [
        () => whole.corpus.put(document('pottery0', { canonicalPath: ['Hidden'] })),
        () => whole.corpus.put(document('new', { canonicalPath: ['Seen'], passages: [passage('kiln novelty')] })),
        () => whole.corpus.remove('pottery2', 'pottery1'),
        () =>
          whole.corpus.transaction.run(() => {
            whole.corpus.paths.move(2, ['Seen', 'Now']);
            return Promise.resolve();
          }),
      ].entries()) {
        await change();
        const followed = await ask(whole, { query: 'kiln novelty ash', mode: 'bm25' });
        const quiet = { onChange: () => undefined, onDamage: () => undefined };
        const rebuilt = await SearchEngine.open(whole.corpus.file, quiet);
        const counted = await ask({ ...whole, engine: rebuilt }, { query: 'kiln novelty ash', mode: 'bm25' });
        expect([i, shown(followed)]).toEqual([i, shown(counted)]);
        rebuilt.close();
      }
    } finally {
      await close(whole);
    }
  });

  it('affects a key with shared statistics, which shows that the visibility scopes above differ', async () => {
    const common = document('h', {
      canonicalPath: ['Hidden'],
      passages: Array.from({ length: 9 }, () => passage('kiln')),
    });
    const seen = document('s', { canonicalPath: ['Seen'], passages: [passage('kiln glaze'), passage('glaze')] });
    const whole = await visibilityScope([common, seen]);
    const alone = await visibilityScope([seen]);
    try {
      const scores = async (world: World, filter: CategoryFilter) =>
        (await ask(world, { mode: 'bm25' }, filter)).hits.map(({ score }) => score);
      const shared = seenBy('key', restrictedTo([['Seen']]), false);
      expect(await scores(whole, shared)).not.toEqual(await scores(alone, shared));
      expect(await scores(whole, KEY)).toEqual(await scores(alone, KEY));
    } finally {
      await close(whole);
      await close(alone);
    }
  });

  it('leaves the key the statistics of an index that contains nothing else', async () => {
    const seen = pottery(30).map((d) => ({ ...d, canonicalPath: ['Seen'] }));
    const whole = await visibilityScope([...seen, document('h', { canonicalPath: ['Hidden'] })]);
    const alone = await visibilityScope(seen);
    try {
      const everything = await ask(alone, { mode: 'bm25' }, { kind: 'unrestricted' });
      expect(shown(await ask(whole, { mode: 'bm25' }))).toEqual(shown(everything));
    } finally {
      await close(whole);
      await close(alone);
    }
  });
});
