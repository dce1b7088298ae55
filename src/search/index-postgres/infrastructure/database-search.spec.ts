import fc from 'fast-check';
import { DatabaseCorpus } from '../../../../test/support/database-corpus.js';
import { POSTGRES_SERVERS, PostgresUnderTest } from '../../../../test/support/postgres-servers.js';
import {
  document,
  EVERYTHING,
  IndexUnderTest,
  passage,
  pottery,
  StoredCorpus,
  TODAY,
} from '../../../../test/support/stored-corpus.js';
import { CategoryFilter, restrictedTo, seenBy, UNRESTRICTED } from '../../../shared/domain/category-filter.js';
import { EnglishLexicon } from '../../../shared/infrastructure/english-lexicon.js';
import { Analyser } from '../../../text/tokens/analyser.js';
import { Scored } from '../../ranking/domain/fusion.js';
import { PLAIN_SETTINGS } from '../../ranking/domain/search-settings.js';
import { fitOnStore } from '../../embedding/infrastructure/fit-on-store.js';
import { ParaphraseLexicon } from '../../query/domain/paraphrases/paraphrase-lexicon.js';
import { parseLexicon } from '../../query/domain/paraphrases/parse-lexicon.js';
import { RankingRequest } from '../../ranking/domain/passage-ranking.js';
import { DatabaseRanking, DatabaseSearch } from './database-ranking.js';
import { PROCESS_LOCK } from '../../../shared/infrastructure/database/postgres/postgres-database.js';
import { Sql, sql, trusted } from '../../../shared/infrastructure/database/postgres/sql.js';
import { RetrieverQuery, SearchIndex, SearchScope } from '../../ranking/domain/search-index.js';
import { DocumentInput } from '../../domain/indexed-passage.js';

const analyser = new Analyser(new EnglishLexicon());
const WORDS =
  'kiln oven clay glaze the of 가마 가마터 흙을 굽는다 1,200 3-2-23 제8조 휴학 신청은 학기 leave students of 漢字 Réglage'.split(
    ' ',
  );
const text = fc.array(fc.constantFrom(...WORDS), { maxLength: 30 }).map((words) => words.join(' '));
const path = fc.constantFrom(['도예'], ['도예', '가마'], ['Glass'], ['Glass', 'Colour'], ['학칙']);
const day = fc.constantFrom(null, '2024-01-01', TODAY, '2026-01-01');
const section = fc.constantFrom(undefined, '제1장 총칙 > 제8조(휴학의 신청)', '부칙', 'Firing');

const documents = fc.record({
  documentId: fc.constantFrom(...'abcdefgh'),
  title: fc.constantFrom('가마 규정', '휴학·복학 규정', 'Notes on kilns', 'Rules of the Kiln', '3-2-23 학칙'),
  canonicalPath: path,
  effectiveFrom: day,
  effectiveTo: fc.constantFrom(null, null, '2025-01-01', TODAY),
  passages: fc.array(fc.record({ text, section, article: fc.constantFrom(undefined, '제8조', '제9조') }), {
    maxLength: 4,
  }),
});
type Made = typeof documents extends fc.Arbitrary<infer T> ? T : never;
const step = fc.oneof(
  { weight: 4, arbitrary: fc.array(documents, { minLength: 1, maxLength: 6 }) },
  { weight: 1, arbitrary: fc.constantFrom(...'abcdefgh') },
  { weight: 2, arbitrary: fc.constant('gather' as const) },
);
const filters: fc.Arbitrary<CategoryFilter> = fc.constantFrom(
  UNRESTRICTED,
  restrictedTo([['도예']]),
  restrictedTo([['도예', '가마'], ['학칙']]),
  restrictedTo([]),
  seenBy('key', restrictedTo([['도예'], ['Glass', 'Colour']]), true),
);
/** Weights that single precision can represent: those of real questions are idf. */
const weight = fc.oneof(fc.constant(0), fc.double({ min: 0.01, max: 4, noNaN: true }));
const questions = fc.record({
  filter: filters,
  text: fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 6 }).map((words) => words.join(' ')),
  weights: fc.array(weight, { minLength: 6, maxLength: 6 }),
  limit: fc.integer({ min: 1, max: 12 }),
});

function inputOf({ passages, ...more }: Made): DocumentInput {
  return document(more.documentId, { ...more, passages: passages.map(({ text, ...place }) => passage(text, place)) });
}

/** The answers of an index to one question, with names of passages instead of row ids. */
async function answers(index: SearchIndex, scope: SearchScope, question: Asked) {
  const { queries, terms, limit } = question;
  const { lists, candidates } = await index.retrieve(queries, limit, scope);
  const ids = candidates.map(({ id }) => id);
  const named = await index.passages(ids, scope);
  const names = new Map(named.map(({ id, chunkId }) => [id, chunkId]));
  const list = (scored: readonly Scored[]) => scored.map(({ id, score }) => [names.get(id), score]);
  const first = (lists[0] ?? []).map(({ id }) => id);
  const learned = await index.learn(
    first.slice(0, 3).map((id, i) => ({ id, weight: 1 / (i + 1) })),
    20,
    scope,
  );
  const { places: lookedUp } = await index.lookUp(question.text, scope);
  return {
    words: list(lists[0] ?? []),
    again: list(lists[1] ?? []),
    scores: new Map(candidates.map(({ id, scores }) => [names.get(id), scores.slice(0, 2)])),
    vectors: new Map(candidates.map(({ id, scores }) => [names.get(id), scores[2]])),
    places: (await index.terms(ids, terms, scope)).map(({ id, places }) => [names.get(id), places]),
    kinds: [...(await index.kinds(ids, scope))].map(([id, kind]) => [names.get(id), kind]),
    copies: [...(await index.duplicates(first, scope))].map((pair) => pair.map((id) => names.get(id))),
    frequencies: await index.frequencies(terms, scope),
    learned,
    named: (
      await index.passages(
        lookedUp.map(({ id }) => id),
        scope,
      )
    ).map(({ chunkId }) => chunkId),
    passages: named.map((each) => ({ ...each, id: 0 })),
  };
}

interface Asked {
  readonly text: string;
  readonly queries: readonly RetrieverQuery[];
  readonly terms: readonly string[];
  readonly limit: number;
}

function asked({ text, weights, limit }: { text: string; weights: readonly number[]; limit: number }): Asked {
  const terms = [...new Set([...analyser.termsOf(text), 'nowhere'])];
  const weighted = (from: number) =>
    terms.map((term, i) => ({ term, weight: weights[(i + from) % weights.length] ?? 0 }));
  return {
    text,
    terms,
    limit,
    queries: [
      { kind: 'terms', terms: weighted(0) },
      { kind: 'terms', terms: weighted(1) },
    ],
  };
}

describe.each(POSTGRES_SERVERS)('the search inside %s', (_name, open) => {
  let server: PostgresUnderTest;
  let embedded: StoredCorpus;
  let index: IndexUnderTest;
  let corpus: DatabaseCorpus;
  const begin = async () => {
    await server.empty();
    corpus = new DatabaseCorpus(server.database);
    await corpus.upkeep.begin();
    embedded = await StoredCorpus.open();
    index = await embedded.index();
  };
  const put = async (...inputs: DocumentInput[]) => {
    await embedded.put(...inputs);
    await corpus.put(...inputs);
  };
  beforeAll(async () => {
    server = await open();
  });
  afterAll(() => server.drop());

  it('lists by words what the in-memory index lists, with the same scores, after any writes and under any filter', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 1, maxLength: 8 }),
        fc.array(questions, { minLength: 1, maxLength: 4 }),
        async (steps, asks) => {
          await begin();
          try {
            for (const each of steps) {
              if (typeof each === 'string') {
                await embedded.remove(each);
                await corpus.remove(each);
              } else await put(...each.map(inputOf));
            }
            index.live.sync();
            for (const { filter, ...question } of asks) {
              const scope = { filter, asOf: TODAY };
              const wanted = await answers(index.memory, scope, asked(question));
              const found = await corpus.ask((own) => answers(own, scope, asked(question)));
              expect(found).toEqual(wanted);
            }
          } finally {
            await embedded.close();
          }
        },
      ),
      { numRuns: 12, endOnFailure: true },
    );
  });

  it('keeps statistics that a transaction can roll back, and updates them for passages that anything deletes', async () => {
    await begin();
    try {
      await put(document('a'), document('b', { canonicalPath: ['Glass'] }));
      const { database, transaction, writer } = corpus;
      const terms = analyser.termsOf('kiln oven clay glaze');
      const counted = () => corpus.ask((own) => own.frequencies(terms, EVERYTHING));
      const totals = () =>
        database.query(sql`SELECT sum(chunks)::int AS chunks, sum(length)::int AS length FROM category_stats`);
      const before = [await counted(), await totals()];
      const undone = transaction.run(async () => {
        await writer.remove('a');
        await writer.put(document('c'));
        throw new Error('undone');
      });
      await expect(undone).rejects.toThrow('undone');
      expect([await counted(), await totals()]).toEqual(before);
      await database.change(sql`DELETE FROM search_documents`);
      expect(await counted()).toEqual({ passages: 0, byTerm: new Map(terms.map((term) => [term, 0])) });
      expect(await totals()).toEqual([{ chunks: 0, length: 0 }]);
      for (const table of ['search_words', 'chunk_vectors', 'title_lookup_documents'])
        expect(await database.query(sql`SELECT 1 FROM ${trusted(table)}`)).toEqual([]);
    } finally {
      await embedded.close();
    }
  });

  it('lists the same from segments, from merged segments, without removed passages, and after the last segment', async () => {
    await begin();
    try {
      await put(document('short', { title: 'kiln', passages: [passage('kiln')] }));
      await put(...pottery(200));
      const segments = () =>
        corpus.database.query(sql`SELECT first_chunk, last_chunk, size FROM search_segments ORDER BY last_chunk`);
      const expectSame = async () => {
        index.live.sync();
        for (const text of ['kiln fire', 'ash oxide step3 batch1', '가마 불']) {
          const question = asked({ text, weights: [1, 2, 0.5], limit: 7 });
          for (const filter of [
            UNRESTRICTED,
            restrictedTo([['도예']]),
            seenBy('key', restrictedTo([['Glass']]), true),
          ]) {
            const scope = { filter, asOf: TODAY };
            const found = await corpus.ask((own) => answers(own, scope, question));
            expect(found).toEqual(await answers(index.memory, scope, question));
          }
        }
      };
      await expectSame();
      expect(await corpus.segments(50, 2).tend()).toBe(true);
      expect(await corpus.segments(50, 2).tend()).toBe(false);
      expect(await segments()).toHaveLength(1);
      await expectSame();
      for (let from = 0; from < 60; from += 20)
        await put(...pottery(200).slice(from, from + 20), document(`g${from}`, { canonicalPath: ['Glass'] }));
      await embedded.remove('pottery100');
      await corpus.remove('pottery100');
      await expectSame();
      expect(await corpus.segments(20, 2).tend()).toBe(true);
      await expectSame();
      // All but a few of the removals are in no list any more.
      expect(await corpus.database.query(sql`SELECT chunk FROM search_tombstones`)).toEqual([]);
      await put(document('later'));
      await expectSame();
    } finally {
      await embedded.close();
    }
  });

  it('makes the words of passages that were stored before words were kept', async () => {
    await server.empty();
    corpus = new DatabaseCorpus(server.database);
    await corpus.put(...pottery(130), document('rule', { title: '가마 규정' }));
    await corpus.upkeep.begin();
    await corpus.put(document('later'));
    embedded = await StoredCorpus.open();
    try {
      await embedded.put(...pottery(130), document('rule', { title: '가마 규정' }), document('later'));
      index = await embedded.index();
      index.live.sync();
      for (const text of ['kiln fire', '가마 규정 제8조', 'ash step3']) {
        const question = asked({ text, weights: [1, 2, 0.5], limit: 30 });
        expect(await corpus.ask((own) => answers(own, EVERYTHING, question))).toEqual(
          await answers(index.memory, EVERYTHING, question),
        );
      }
    } finally {
      await embedded.close();
    }
  });

  describe('by vectors', () => {
    afterEach(() => embedded.close());

    /** Cosines of all passages inside the scope, by their names. */
    async function cosinesOf(own: SearchIndex, vector: Float32Array, scope: SearchScope, limit = 1_000) {
      const { lists } = await own.retrieve([{ kind: 'vector', vector }], limit, scope);
      const list = lists[0] ?? [];
      const named = await own.passages(
        list.map(({ id }) => id),
        scope,
      );
      expect(list.map(({ score }) => score)).toEqual(list.map(({ score }) => score).sort((a, b) => b - a));
      return new Map(named.map(({ chunkId }, i) => [chunkId, list[i]?.score ?? 0]));
    }

    async function expectSameCosines(text: string, scope: SearchScope) {
      index.live.sync();
      await index.live.settled();
      const vector = index.live.space?.embed(index.memory.termsOf(text)) ?? new Float32Array(0);
      const wanted = await cosinesOf(index.memory, vector, scope);
      const found = await corpus.ask((own, model) => {
        expect(model.model).toBe(index.live.model);
        return cosinesOf(own, vector, scope);
      });
      expect([...found.keys()].sort()).toEqual([...wanted.keys()].sort());
      for (const [name, cosine] of wanted) expect(Math.abs((found.get(name) ?? 9) - cosine)).toBeLessThan(0.012);
      return found;
    }

    /** Fits one embedding and puts it in service in both stores. */
    async function fit() {
      const fitted = fitOnStore(embedded.connect(), () => undefined);
      if (fitted === undefined) throw new Error('Nothing was fitted.');
      const model = { ...fitted, kind: 'fitted', createdAt: '2025-06-01T00:00:00Z' } as const;
      for (const { models, transaction } of [embedded, corpus])
        await transaction.run(async () => {
          const id = await models.add(model);
          await models.putPart(id, 0, fitted.bytes);
          await models.serve(id);
        });
      return fitted;
    }

    it('reads questions with the given lexicon', async () => {
      await begin();
      await put(document('a'));
      const request: RankingRequest = {
        query: 'moon stove',
        topK: 5,
        mode: 'words',
        rerank: true,
        scope: EVERYTHING,
        synonyms: true,
        feedback: false,
        vector: undefined,
      };
      expect((await corpus.ranking.rank(request)).hits).toEqual([]);
      const paraphrases = new ParaphraseLexicon(parseLexicon('moon stove > kiln', 'own.txt'), new EnglishLexicon());
      const search = new DatabaseSearch(server.database, analyser, undefined, paraphrases);
      const { hits } = await new DatabaseRanking(search, PLAIN_SETTINGS).rank(request);
      expect(hits.map(({ passage: found }) => found.documentId)).toEqual(['a']);
    });

    it('finds what the in-memory index finds, under any filter, also after removals', async () => {
      await begin();
      await put(...pottery(60), document('g', { canonicalPath: ['Glass'] }));
      await put(
        document('old', { effectiveTo: '2020-01-01' }),
        document('pottery1', { passages: [passage('of the')] }),
      );
      await embedded.remove('pottery2');
      await corpus.remove('pottery2');
      for (const filter of [UNRESTRICTED, restrictedTo([['Glass']]), restrictedTo([])])
        for (const text of ['kiln fire', '가마 불']) await expectSameCosines(text, { filter, asOf: TODAY });
      expect((await expectSameCosines('glaze ash', EVERYTHING)).size).toBeGreaterThan(40);
    });

    it('serves a fitted embedding once all passages have their vectors, and updates them with every write', async () => {
      await begin();
      await put(...pottery(80));
      const fitted = await fit();
      expect(await corpus.upkeep.renewPoints()).toBe(true);
      expect(await corpus.upkeep.renewPoints()).toBe(false);
      await put(document('new', { passages: [passage('kiln oven fire ash batch3')] }));
      for (const text of ['kiln fire', '가마 불']) await expectSameCosines(text, EVERYTHING);
      expect((await corpus.ranking.served()).model).toBe(fitted.model);
      await corpus.graph(1_000, 1_000).tend();
      expect(await corpus.database.query(sql`SELECT DISTINCT model FROM chunk_vectors`)).toHaveLength(1);
    });

    it('finds by the graph, and at once what is outside it', async () => {
      await begin();
      await put(...pottery(300));
      const graph = corpus.graph(100, 5);
      await fit();
      await corpus.upkeep.renewPoints();
      // As a stop in the middle leaves them: marked, and no graph.
      await corpus.database.change(sql`UPDATE chunk_vectors SET indexed = true`);
      await graph.tend();
      await put(document('new', { title: 'kiln fire brick', passages: [passage('kiln fire brick')] }));
      const byGraph = new DatabaseRanking(corpus.search, PLAIN_SETTINGS, { comparedAtMost: 50 });
      const state = () =>
        corpus.database.query(
          sql`SELECT indexed, count(*)::int AS n FROM chunk_vectors GROUP BY indexed ORDER BY indexed`,
        );
      expect(await state()).toEqual([
        { indexed: false, n: 1 },
        { indexed: true, n: 300 },
      ]);
      index.live.sync();
      await index.live.settled();
      const vector = index.live.space?.embed(index.memory.termsOf('kiln fire brick')) ?? new Float32Array(0);
      const wanted = await cosinesOf(index.memory, vector, EVERYTHING, 20);
      const nearest = () =>
        corpus.database.transaction(async () => cosinesOf((await byGraph.open()).index, vector, EVERYTHING, 20), {
          snapshot: true,
        });
      const found = await nearest();
      expect(found.size).toBe(20);
      expect([...found.keys()]).toContain('new#0');
      const worst = Math.min(...wanted.values());
      for (const cosine of found.values()) expect(cosine).toBeGreaterThan(worst - 0.02);
      await put(...Array.from({ length: 6 }, (_, i) => document(`more${i}`)));
      await graph.tend();
      expect(await state()).toEqual([{ indexed: true, n: 307 }]);
      expect([...(await nearest()).keys()]).toContain('new#0');
    });

    const indexes = (name: string) =>
      corpus.database.query<{ id: number }>(sql`SELECT c.oid::int AS id FROM pg_class c
        JOIN pg_namespace n ON n.oid = c.relnamespace
        WHERE n.nspname = ${corpus.database.schema} AND c.relname LIKE ${`chunk\\_vectors\\_${name}\\_%`}`);
    const graphs = () => indexes('hnsw');

    /** Orders of the vectors in the statements of some work. */
    async function ordersOf(work: () => Promise<unknown>): Promise<string[][]> {
      const { database } = corpus;
      const orders: string[][] = [];
      const query = database.query.bind(database);
      database.query = <Row extends object>(statement: Sql, signal?: AbortSignal) => {
        const found = [...statement.whole.text.matchAll(/ORDER BY \(p\.vector::\S+\) (\S+)/gu)];
        if (found.length > 0) orders.push(found.map(([, operator = '']) => operator));
        return query<Row>(statement, signal);
      };
      try {
        await work();
      } finally {
        database.query = query;
      }
      return orders;
    }

    it('keeps many vectors in lists too, which a search reads in addition to the graph, and then alone', async () => {
      await begin();
      await put(...pottery(300));
      await fit();
      await corpus.upkeep.renewPoints();
      await corpus.graph(100, 5).tend();
      expect(await indexes('ivf')).toEqual([]);
      index.live.sync();
      await index.live.settled();
      const vector = index.live.space?.embed(index.memory.termsOf('kiln fire brick')) ?? new Float32Array(0);
      const byGraph = new DatabaseRanking(corpus.search, PLAIN_SETTINGS, { comparedAtMost: 50 });
      const twice = (scope = EVERYTHING) =>
        corpus.database.transaction(
          async () => {
            const { index: own } = await byGraph.open();
            const first = await cosinesOf(own, vector, scope, 20);
            return [first, await cosinesOf(own, vector, scope, 20)] as const;
          },
          { snapshot: true },
        );
      expect(await ordersOf(() => twice())).toEqual([['<#>'], ['<#>']]);
      // The graph exists already: a store that has grown, or one of an earlier version.
      const graph = corpus.graph(100, 5, 200);
      await graph.tend();
      const made = await indexes('ivf');
      expect(made).toHaveLength(1);
      await graph.tend();
      expect(await indexes('ivf')).toEqual(made);
      expect(await ordersOf(() => twice())).toEqual([['<#>', '<=>'], ['<=>']]);
      const all = await cosinesOf(index.memory, vector, EVERYTHING, 300);
      const [first, second] = await twice();
      expect(first.size).toBe(20);
      const worst = [...all.values()].sort((x, y) => y - x)[19] ?? 0;
      for (const cosine of first.values()) expect(cosine).toBeGreaterThan(worst - 0.02);
      for (const [name, cosine] of second) expect(cosine).toBeCloseTo(all.get(name) ?? 2, 2);
      // As after a bulk load: both are built again, and only these are left.
      await put(...Array.from({ length: 310 }, (_, i) => document(`many${i}`)));
      await graph.tend();
      const rebuilt = await indexes('ivf');
      expect(rebuilt).toHaveLength(1);
      expect(rebuilt).not.toEqual(made);
      expect(await ordersOf(() => twice())).toEqual([['<#>', '<=>'], ['<=>']]);
      // With less than half of all vectors in scope, the nearest are spread over more lists than a search reads.
      await put(
        ...pottery(60).map((each) => ({ ...each, documentId: `glass-${each.documentId}`, canonicalPath: ['Glass'] })),
      );
      const narrow = { filter: restrictedTo([['Glass']]), asOf: TODAY };
      expect(await ordersOf(() => twice(narrow))).toEqual([
        ['<#>', '<=>'],
        ['<#>', '<=>'],
      ]);
    });

    it('builds the graph again if most vectors are outside it, as after a bulk load', async () => {
      await begin();
      await put(...pottery(60));
      await fit();
      await corpus.upkeep.renewPoints();
      const graph = corpus.graph(20, 5);
      await graph.tend();
      const made = await graphs();
      expect(made).toHaveLength(1);
      await put(...Array.from({ length: 20 }, (_, i) => document(`few${i}`)));
      await graph.tend();
      expect(await graphs()).toEqual(made);
      await put(...Array.from({ length: 90 }, (_, i) => document(`many${i}`)));
      await graph.tend();
      const rebuilt = await graphs();
      expect(rebuilt).toHaveLength(1);
      expect(rebuilt).not.toEqual(made);
      const left = sql`SELECT 1 FROM chunk_vectors WHERE NOT indexed`;
      expect(await corpus.database.query(left)).toEqual([]);
      await graph.tend();
      expect(await graphs()).toEqual(rebuilt);
    });

    it('leaves the graph to the process that is building it, and takes it over from a dead one', async () => {
      await begin();
      await put(...pottery(60));
      await fit();
      await corpus.upkeep.renewPoints();
      const { database } = corpus;
      const maker = (value: number) =>
        database.change(sql`INSERT INTO search_settings (key, value) VALUES ('hnsw_builder', ${String(value)})`);
      const before = await graphs();
      const living = database.process - 1;
      await database.transaction(async () => {
        await database.query(sql`SELECT pg_advisory_xact_lock(${PROCESS_LOCK}, ${living})`);
        await maker(living);
        await corpus.graph(20, 5).tend();
      });
      expect(await graphs()).toEqual(before);
      await corpus.graph(20, 5).tend();
      expect(await graphs()).not.toEqual(before);
      expect(await database.query(sql`SELECT 1 FROM search_settings WHERE key = 'hnsw_builder'`)).toEqual([]);
    });
  });
});
