import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { DocumentsAndSearch1763700000000 } from '../../../migrations/sqlite/1763700000000-documents-and-search.js';
import {
  CategoryFilter,
  FilterBypassError,
  parseFilters,
  restrictedTo,
  UNRESTRICTED,
} from '../../shared/domain/category-filter.js';
import { CategoryPathRegistry } from '../../shared/infrastructure/database/category-path-registry.js';
import { MainDatabase } from '../../shared/infrastructure/database/databases.js';
import { SqliteDatabase } from '../../shared/infrastructure/database/sqlite-database.js';
import { SqliteTransaction } from '../../shared/infrastructure/database/sqlite-transaction.js';
import { Analyser } from '../domain/analyser.js';
import { embedNgrams } from '../domain/ngram-embedding.js';
import { DocumentInput, Embedder, PassageInput, SearchScope } from '../domain/search-index.js';
import { EnglishLexicon } from './english-lexicon.js';
import { SqliteSearchIndex } from './sqlite-search-index.js';
import { SqliteSearchIndexWriter } from './sqlite-search-index-writer.js';
import { SqliteVectorBacklog } from './sqlite-vector-backlog.js';
import { VectorTable } from './vector-table.js';

const TODAY = '2025-06-01';
const EVERYTHING: SearchScope = { filter: UNRESTRICTED, asOf: TODAY };

/** The opened file under the type that the feature asks for. */
class OpenedDatabase extends MainDatabase {
  readonly dataSource = this.opened.dataSource;
  readonly writer = this.opened.writer;
  readonly reader = this.opened.reader;
  constructor(private readonly opened: SqliteDatabase) {
    super();
  }
  sizeBytes(): number {
    return this.opened.sizeBytes();
  }
  close(): Promise<void> {
    return this.opened.close();
  }
}

class NamedEmbedder extends Embedder {
  constructor(
    readonly model: string,
    readonly dimensions = 256,
  ) {
    super();
  }
  embed(texts: readonly string[]): Promise<Float32Array[]> {
    return Promise.resolve(texts.map((text) => embedNgrams(text).slice(0, this.dimensions)));
  }
}

function passage(text: string, more: Partial<PassageInput> = {}): PassageInput {
  return { start: 0, end: text.length, text, section: undefined, article: undefined, metadata: {}, ...more };
}

function document(
  documentId: string,
  canonicalPath: readonly string[],
  more: Partial<DocumentInput> = {},
): DocumentInput {
  return {
    documentId,
    title: '휴학 규정',
    canonicalPath,
    url: null,
    date: null,
    version: null,
    effectiveFrom: null,
    effectiveTo: null,
    metadata: {},
    passages: [passage(`휴학 신청 기간은 ${documentId} 규칙을 따른다.`, { article: '제8조' })],
    ...more,
  };
}

/** The index on a SQLite file of its own, asked with one embedding model at a time. */
class Bench {
  readonly vectors = new VectorTable(this.db, this.embedder);
  readonly analyser = new Analyser(new EnglishLexicon());
  readonly index = new SqliteSearchIndex(this.db, this.vectors);
  readonly writer = new SqliteSearchIndexWriter(
    this.db,
    new CategoryPathRegistry(this.db),
    this.vectors,
    this.analyser,
  );
  readonly backlog = new SqliteVectorBacklog(this.db, this.vectors);
  readonly transaction = new SqliteTransaction(this.db.writer);

  private constructor(
    private readonly folder: string,
    readonly db: MainDatabase,
    readonly embedder: Embedder,
  ) {}

  static async open(): Promise<Bench> {
    const folder = mkdtempSync(path.join(tmpdir(), 'search-'));
    const file = path.join(folder, 'main.db');
    const db = await SqliteDatabase.open({
      file,
      durability: 'full',
      migrations: [DocumentsAndSearch1763700000000],
      entities: [],
    });
    return new Bench(folder, new OpenedDatabase(db), new NamedEmbedder('one'));
  }

  /** The same file after a start with another model. */
  withModel(embedder: Embedder): Bench {
    return new Bench(this.folder, this.db, embedder);
  }

  async close(): Promise<void> {
    await this.db.close();
    rmSync(this.folder, { recursive: true });
  }

  async put(...documents: DocumentInput[]): Promise<void> {
    for (const given of documents) {
      const vectors = await this.embedder.embed(given.passages.map((p) => p.text));
      await this.transaction.run(() => this.writer.put(given, vectors));
    }
  }

  async putWithoutVectors(given: DocumentInput): Promise<void> {
    await this.transaction.run(() => this.writer.put(given, []));
  }

  remove(documentId: string): Promise<void> {
    return this.transaction.run(() => this.writer.remove(documentId));
  }

  /** Document of each hit, in the order of the hits. */
  async documentsOf(ids: readonly number[]): Promise<string[]> {
    return (await this.index.passages(ids, EVERYTHING)).map((p) => p.documentId);
  }

  async lexical(query: string, scope = EVERYTHING, limit = 1000): Promise<string[]> {
    return this.documentsOf((await this.index.lexical(this.analyser.termsOf(query), limit, scope)).map((s) => s.id));
  }

  async nearest(query: string, scope = EVERYTHING, limit = 1000): Promise<string[]> {
    const [vector] = await this.embedder.embed([query]);
    return this.documentsOf((await this.index.nearest(vector ?? new Float32Array(), limit, scope)).map((s) => s.id));
  }

  async byArticle(article: string, nameKey: string, scope = EVERYTHING): Promise<string[]> {
    return this.documentsOf(await this.index.byArticle(article, nameKey, scope));
  }

  allIds(): number[] {
    return this.db.reader.prepare<[], number>('SELECT id FROM search_chunks ORDER BY id').pluck().all();
  }

  /** Document of each passage that the scope lets through. */
  async passages(scope: SearchScope): Promise<string[]> {
    return (await this.index.passages(this.allIds(), scope)).map((p) => p.documentId);
  }

  rows(table: 'search_words' | 'search_vectors' | 'search_chunks' | 'search_documents'): number {
    return Number(this.db.reader.prepare(`SELECT count(*) FROM ${table}`).pluck().get());
  }

  /** The answers of all four questions to the index. */
  async everyWay(scope: SearchScope): Promise<string[][]> {
    return [
      await this.lexical('휴학 신청', scope),
      await this.nearest('휴학 신청 기간', scope),
      await this.byArticle('제8조', '휴학규정', scope),
      await this.passages(scope),
    ];
  }
}

const label = fc.constantFrom(
  'AI',
  'ai',
  'AI2',
  ' ML ',
  'Café',
  'café'.normalize('NFD'),
  '학칙',
  '학칙'.normalize('NFD'),
  '학칙2',
  '휴학',
);
const corpus = fc.array(fc.array(label, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 8 });
const listed = fc.array(fc.array(label, { maxLength: 3 }), { maxLength: 3 });

/** What a list of allowed paths means, written another way than in the code. */
function isInside(at: readonly string[], allowed: readonly (readonly string[])[]): boolean {
  const fold = (text: string) => text.trim().toLowerCase().normalize('NFC');
  return allowed.some(
    (below) =>
      below.length > 0 && below.length <= at.length && below.every((text, i) => fold(text) === fold(at[i] ?? '')),
  );
}

let bench: Bench;
beforeEach(async () => {
  bench = await Bench.open();
});
afterEach(() => bench.close());

describe('the category filter in the index', () => {
  it('lets no hit outside it through, and none inside it fall, in any retriever', async () => {
    await fc.assert(
      fc.asyncProperty(corpus, listed, async (paths, allowed) => {
        for (let i = 0; i < 8; i++) await bench.remove(`d${i}`);
        await bench.put(...paths.map((at, i) => document(`d${i}`, at)));
        const inside = paths.flatMap((at, i) => (isInside(at, allowed) ? [`d${i}`] : []));
        for (const found of await bench.everyWay({ filter: restrictedTo(allowed), asOf: TODAY }))
          expect(found.sort()).toEqual(inside);
      }),
      { numRuns: 40 },
    );
  });

  it('keeps every payload that is accepted to what it lists', async () => {
    const paths = [['AI'], ['AI', 'ML'], ['AI2'], ['Café'], ['학칙', '휴학'], ['휴학']];
    await bench.put(...paths.map((at, i) => document(`d${i}`, at)));
    const odd = fc.constantFrom(null, '..', '*', '', 'AI/ML', 0, 'AI\u0000');
    const some = fc.oneof(
      { arbitrary: fc.array(label, { maxLength: 3 }), weight: 8 },
      { arbitrary: fc.array(fc.oneof(label, odd), { maxLength: 6 }), weight: 1 },
      { arbitrary: odd, weight: 1 },
    );
    const payload = fc.oneof(
      { arbitrary: fc.record({ allowed_category_paths: fc.array(some, { maxLength: 3 }) }), weight: 5 },
      { arbitrary: fc.jsonValue(), weight: 1 },
    );
    await fc.assert(
      fc.asyncProperty(payload, async (sent) => {
        let filter: CategoryFilter;
        try {
          filter = parseFilters(JSON.parse(JSON.stringify(sent)));
        } catch (error) {
          expect(error).toBeInstanceOf(FilterBypassError);
          return;
        }
        if (filter.kind === 'unrestricted') {
          expect(sent).toEqual({});
          return;
        }
        const { allowed_category_paths: allowed } = sent as { allowed_category_paths: string[][] };
        for (const found of await bench.everyWay({ filter, asOf: TODAY })) {
          expect(found.every((id) => isInside(paths[Number(id.slice(1))] ?? [], allowed))).toBe(true);
        }
      }),
      { numRuns: 80 },
    );
  });

  it('acts before the cut: a filter does not starve the result', async () => {
    const many = Array.from({ length: 60 }, (_, i) =>
      document(`near${i}`, ['AI'], { passages: [passage('휴학 휴학 휴학')] }),
    );
    await bench.put(
      ...many,
      document('far', ['학칙'], { title: '다른 글', passages: [passage('긴 글 가운데 휴학 이야기가 한 번 나온다')] }),
    );
    const scope = { filter: restrictedTo([['학칙']]), asOf: TODAY };
    expect(await bench.lexical('휴학', scope, 1)).toEqual(['far']);
    expect(await bench.nearest('휴학 휴학', scope, 1)).toEqual(['far']);
    expect(await bench.lexical('휴학', EVERYTHING, 5)).toHaveLength(5);
  });

  it.each([[[]], [[[]]]])('finds nothing through %j', async (allowed: string[][]) => {
    await bench.put(document('a', ['AI']));
    expect(await bench.everyWay({ filter: restrictedTo(allowed), asOf: TODAY })).toEqual([[], [], [], []]);
  });
});

describe('replacing and deleting', () => {
  it('leaves no row of a deleted document', async () => {
    await bench.put(
      document('a', ['AI'], { passages: [passage('휴학 하나'), passage('휴학 둘'), passage('!')] }),
      document('b', ['AI']),
    );
    await bench.remove('a');
    expect(bench.rows('search_documents')).toBe(1);
    for (const table of ['search_words', 'search_vectors', 'search_chunks'] as const) expect(bench.rows(table)).toBe(1);
    expect((await bench.everyWay(EVERYTHING)).flat()).not.toContain('a');
    await bench.remove('b');
    for (const table of ['search_words', 'search_vectors', 'search_chunks'] as const) expect(bench.rows(table)).toBe(0);
  });

  it('leaves nothing of the old text of a replaced document', async () => {
    await bench.put(
      document('a', ['AI'], { passages: [passage('기숙사 하나'), passage('기숙사 둘'), passage('기숙사 셋')] }),
    );
    await bench.put(document('a', ['학칙'], { passages: [passage('도서관 안내')] }));
    for (const table of ['search_words', 'search_vectors', 'search_chunks'] as const) expect(bench.rows(table)).toBe(1);
    expect(await bench.lexical('기숙사')).toEqual([]);
    expect(await bench.lexical('도서관')).toEqual(['a']);
    expect(await bench.lexical('도서관', { filter: restrictedTo([['AI']]), asOf: TODAY })).toEqual([]);
    expect((await bench.index.frequencies(['기숙', '도서'])).byTerm.get('기숙')).toBe(0);
  });

  it('keeps as many rows as there are passages, whatever is put and removed', async () => {
    const step = fc.record({
      id: fc.constantFrom('a', 'b', 'c'),
      passages: fc.nat({ max: 3 }),
      remove: fc.boolean(),
      vectors: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 8 }), async (steps) => {
        for (const id of ['a', 'b', 'c']) await bench.remove(id);
        const expected = new Map<string, { passages: number; vectors: number }>();
        for (const s of steps) {
          const given = document(s.id, ['AI'], {
            passages: Array.from({ length: s.passages }, (_, i) => passage(`휴학 ${i}`)),
          });
          if (s.remove) await bench.remove(s.id);
          else await (s.vectors ? bench.put(given) : bench.putWithoutVectors(given));
          expected.set(
            s.id,
            s.remove ? { passages: 0, vectors: 0 } : { passages: s.passages, vectors: s.vectors ? s.passages : 0 },
          );
        }
        const sum = (pick: (e: { passages: number; vectors: number }) => number) =>
          [...expected.values()].reduce((n, e) => n + pick(e), 0);
        expect(bench.rows('search_chunks')).toBe(sum((e) => e.passages));
        expect(bench.rows('search_words')).toBe(sum((e) => e.passages));
        if (bench.vectors.exists()) expect(bench.rows('search_vectors')).toBe(sum((e) => e.vectors));
      }),
      { numRuns: 40 },
    );
  });

  it('writes nothing when the transaction fails', async () => {
    const run = bench.transaction.run(async () => {
      await bench.writer.put(document('a', ['AI']), [embedNgrams('휴학')]);
      throw new Error('no');
    });
    await expect(run).rejects.toThrow('no');
    expect(await bench.lexical('휴학')).toEqual([]);
    expect(bench.vectors.exists()).toBe(false);
    await bench.put(document('a', ['AI']));
    expect(await bench.nearest('휴학')).toEqual(['a']);
  });
});

describe('the day on which a document must be in force', () => {
  const old = document('old', ['학칙'], { effectiveFrom: '2020-01-01', effectiveTo: '2024-12-31' });
  const current = document('new', ['학칙'], { effectiveFrom: '2025-01-01' });

  it.each([
    ['2019-12-31', []],
    ['2020-01-01', ['old']],
    ['2024-12-31', ['old']],
    ['2025-01-01', ['new']],
    ['2030-01-01', ['new']],
  ])('picks the edition of %s in every retriever', async (asOf, expected) => {
    await bench.put(old, current);
    const found = [
      (await bench.index.lexical(bench.analyser.termsOf('휴학'), 10, { filter: UNRESTRICTED, asOf })).map((s) => s.id),
      (await bench.index.nearest(embedNgrams('휴학'), 10, { filter: UNRESTRICTED, asOf })).map((s) => s.id),
      await bench.index.byArticle('제8조', '휴학규정', { filter: UNRESTRICTED, asOf }),
      (await bench.index.passages(bench.allIds(), { filter: UNRESTRICTED, asOf })).map((p) => p.id),
    ];
    const [first, second] = bench.allIds();
    const ids = expected.map((name) => (name === 'old' ? first : second));
    expect(found).toEqual([ids, ids, ids, ids]);
  });

  it('holds together with the filter', async () => {
    await bench.put(old, current, document('undated', ['AI']));
    expect(await bench.lexical('휴학', { filter: restrictedTo([['AI']]), asOf: '1999-01-01' })).toEqual(['undated']);
    expect(await bench.passages({ filter: restrictedTo([['학칙']]), asOf: TODAY })).toEqual(['new']);
  });
});

describe('a changed embedding model', () => {
  it('leaves all passages waiting for their vectors while words still find them', async () => {
    await bench.put(document('a', ['AI']), document('b', ['AI']));
    const other = bench.withModel(new NamedEmbedder('two', 64));
    expect(await other.nearest('휴학')).toEqual([]);
    expect(await other.lexical('휴학')).toEqual(['a', 'b']);
    await other.put(document('c', ['AI']));
    expect((await other.index.statistics()).unembedded).toBe(2);
    expect(await other.lexical('휴학')).toHaveLength(3);
    expect(await other.nearest('휴학 신청 기간은 규칙을 따른다')).toEqual(['c']);
  });

  it('is made good by the backlog, heading and text together', async () => {
    await bench.put(document('a', ['AI'], { passages: [passage('도서관 안내', { section: '제1장' })] }));
    const other = bench.withModel(new NamedEmbedder('two', 64));
    await other.put(document('b', ['AI']));
    const waiting = await other.backlog.next(10);
    expect(waiting.map((w) => w.text)).toEqual(['휴학 규정 제1장\n도서관 안내']);
    const vectors = await other.embedder.embed(waiting.map((w) => w.text));
    const pairs = waiting.map((w, i) => ({ id: w.id, vector: vectors[i] ?? new Float32Array() }));
    await other.transaction.run(() => other.backlog.store(pairs));
    expect(await other.backlog.next(10)).toEqual([]);
    expect((await other.nearest('휴학 규정 도서관 안내')).sort()).toEqual(['a', 'b']);
  });
});

describe('the backlog', () => {
  it('holds passages that were stored without vectors, oldest first, until they get one', async () => {
    await bench.putWithoutVectors(document('a', ['AI']));
    await bench.putWithoutVectors(document('b', ['AI']));
    expect(await bench.nearest('휴학')).toEqual([]);
    expect(await bench.lexical('휴학')).toHaveLength(2);
    const [first] = await bench.backlog.next(1);
    await bench.transaction.run(() => bench.backlog.store([{ id: first?.id ?? 0, vector: embedNgrams('휴학') }]));
    expect(await bench.nearest('휴학')).toEqual(['a']);
    expect(await bench.backlog.next(10)).toHaveLength(1);
  });

  it('passes over a passage that was deleted, or embedded, meanwhile', async () => {
    await bench.putWithoutVectors(document('a', ['AI']));
    const [waiting] = await bench.backlog.next(1);
    const pair = { id: waiting?.id ?? 0, vector: embedNgrams('휴학') };
    await bench.transaction.run(() => bench.backlog.store([pair]));
    await bench.transaction.run(() => bench.backlog.store([pair]));
    expect(bench.rows('search_vectors')).toBe(1);
    await bench.remove('a');
    await bench.transaction.run(() => bench.backlog.store([pair]));
    expect(bench.rows('search_vectors')).toBe(0);
  });

  it('takes a text without letters for embedded, and near to nothing', async () => {
    await bench.put(document('a', ['AI'], { passages: [passage('…!')] }), document('b', ['AI']));
    expect(await bench.backlog.next(10)).toEqual([]);
    expect(await bench.nearest('휴학')).toEqual(['b']);
    expect(await bench.nearest('…')).toEqual([]);
  });
});

describe('the answers of the index', () => {
  it('gives a passage back as it was put, amended ones included', async () => {
    const history = [{ kind: 'amended', date: '2024-03-01' }];
    const given = document('한글 id', ['학칙', 'AI'], {
      url: 'https://a.example/x',
      date: '2025-01-01',
      version: '3',
      metadata: { owner: '교무처', kind: 'overruled' },
      passages: [
        passage('① 휴학은 신청한다. 😀 <개정 2024.3.1.>', {
          start: 7,
          end: 36,
          section: '제2장 > 제8조',
          article: '제8조',
          metadata: { kind: 'article', history },
        }),
      ],
    });
    await bench.put(given);
    const [found] = await bench.index.passages(bench.allIds(), EVERYTHING);
    expect(found).toMatchObject({
      chunkId: '한글 id#0',
      documentId: '한글 id',
      canonicalPath: ['학칙', 'AI'],
      url: 'https://a.example/x',
      date: '2025-01-01',
      version: '3',
      start: 7,
      end: 36,
      section: '제2장 > 제8조',
      article: '제8조',
      ordinal: 0,
      text: given.passages[0]?.text,
      metadata: { owner: '교무처', kind: 'article', history },
    });
    // An amended article is in force: only a deletion may mark it as deleted.
    expect(found?.metadata).not.toHaveProperty('deleted');
    expect(await bench.lexical('휴학')).toEqual(['한글 id']);
    expect(await bench.byArticle('제8조', '휴학규정')).toEqual(['한글 id']);
  });

  it('keeps the order asked for and passes over ids that it does not know', async () => {
    await bench.put(document('a', ['AI']), document('b', ['AI']), document('c', ['AI']));
    const [a = 0, b = 0, c = 0] = bench.allIds();
    expect(await bench.documentsOf([c, 9999, a, b])).toEqual(['c', 'a', 'b']);
    expect(await bench.documentsOf([])).toEqual([]);
  });

  it('gives scores best first, with words in the heading found too', async () => {
    await bench.put(
      document('often', ['AI'], { title: '안내', passages: [passage('기숙사 기숙사 기숙사')] }),
      document('once', ['AI'], {
        title: '안내',
        passages: [passage('기숙사 이야기가 있는 조금 더 긴 글이며 다른 말이 많다')],
      }),
      document('heading', ['AI'], { title: '기숙사 규정', passages: [passage('다른 말만 있는 글이다')] }),
    );
    const hits = await bench.index.lexical(bench.analyser.termsOf('기숙사'), 10, EVERYTHING);
    expect(hits.every((hit, i) => hit.score > 0 && (i === 0 || (hits[i - 1]?.score ?? 0) >= hit.score))).toBe(true);
    const found = await bench.lexical('기숙사');
    expect([...found].sort()).toEqual(['heading', 'often', 'once']);
    expect(found.indexOf('often')).toBeLessThan(found.indexOf('once'));
  });

  it('gives cosine similarities, the same text first', async () => {
    await bench.put(
      document('a', ['AI'], { passages: [passage('도서관 대출')] }),
      document('b', ['AI'], { passages: [passage('휴학 신청')] }),
    );
    const hits = await bench.index.nearest(embedNgrams('휴학 신청'), 10, EVERYTHING);
    expect(hits[0]?.score).toBeCloseTo(1, 4);
    expect(await bench.nearest('휴학 신청')).toEqual(['b', 'a']);
  });

  it('finds a term whatever signs it holds, and never reads it as syntax', async () => {
    await bench.put(document('a', ['AI'], { passages: [passage('3-2-23 제15조의2 GPT4')] }));
    for (const term of ['3-2-23', '제15조의2', 'gpt4'])
      expect(await bench.index.lexical([term], 5, EVERYTHING)).toHaveLength(1);
    for (const term of ['"', '*', 'a" OR "gpt4', 'NEAR(', 'body:gpt4', '^', "'"])
      expect(await bench.index.lexical([term], 5, EVERYTHING)).toEqual([]);
    expect(await bench.index.lexical([], 5, EVERYTHING)).toEqual([]);
  });

  it('answers any text as a question without an error', async () => {
    await bench.put(document('a', ['AI']));
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 30 }), async (text) =>
        expect(Array.isArray(await bench.lexical(text))).toBe(true),
      ),
    );
  });

  it('finds an article by the regulation’s name, by the end of it, and not under another name', async () => {
    await bench.put(
      document('a', ['AI'], { title: '해온대학교 학칙' }),
      document('b', ['AI'], { title: '휴학·복학 규정' }),
    );
    expect(await bench.byArticle('제8조', '휴학복학규정에서')).toEqual(['b']);
    expect(await bench.byArticle('제8조', '학칙')).toEqual(['a']);
    expect(await bench.byArticle('제8조', '')).toEqual([]);
    expect(await bench.byArticle('제9조', '학칙')).toEqual([]);
    expect(await bench.byArticle('제8조', '%')).toEqual([]);
  });

  it('counts documents, passages and terms', async () => {
    await bench.put(
      document('a', ['AI'], { passages: [passage('기숙사'), passage('도서관')] }),
      document('b', ['AI'], { passages: [passage('기숙사')] }),
    );
    expect(await bench.index.statistics()).toMatchObject({ documents: 2, chunks: 3, unembedded: 0 });
    expect(await bench.index.frequencies(['기숙', '도서', '없음'])).toEqual({
      passages: 3,
      byTerm: new Map([
        ['기숙', 2],
        ['도서', 1],
        ['없음', 0],
      ]),
    });
  });

  it('counts terms anew when the index has changed', async () => {
    await bench.put(document('a', ['AI'], { passages: [passage('기숙사')] }));
    expect((await bench.index.frequencies(['기숙'])).byTerm.get('기숙')).toBe(1);
    await bench.put(document('b', ['AI'], { passages: [passage('기숙사')] }));
    expect(await bench.index.frequencies(['기숙'])).toEqual({ passages: 2, byTerm: new Map([['기숙', 2]]) });
  });
});
