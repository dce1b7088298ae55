import fc from 'fast-check';
import { callerOf } from '../../src/access/domain/api-key.js';
import { PostgresDocumentStore } from '../../src/documents/infrastructure/postgres-document-store.js';
import { SqliteDocumentStore } from '../../src/documents/infrastructure/sqlite-document-store.js';
import { PostgresDocumentPassages } from '../../src/search/index-postgres/infrastructure/postgres-document-passages.js';
import { PostgresIndexMaintenance } from '../../src/search/index-postgres/infrastructure/postgres-index-maintenance.js';
import { SqliteDocumentPassages } from '../../src/search/index-memory/infrastructure/sqlite-document-passages.js';
import { SqliteIndexMaintenance } from '../../src/search/index-memory/infrastructure/sqlite-index-maintenance.js';
import { filterKey } from '../../src/shared/domain/category-filter.js';
import { PostgresCategoryPaths } from '../../src/shared/infrastructure/database/postgres/postgres-category-paths.js';
import { sql } from '../../src/shared/infrastructure/database/postgres/sql.js';
import { DatabaseCorpus } from '../support/database-corpus.js';
import { storedKey } from '../support/memory-keys.js';
import { POSTGRES_SERVERS, PostgresUnderTest } from '../support/postgres-servers.js';
import { StoredCorpus } from '../support/stored-corpus.js';
import { Engine, PlainDocument, RightsStore } from './rights-store.js';

const GROUPS = ['staff', 'board', 'audit', '임원'];
const PATHS: readonly (readonly string[])[] = [['A'], ['A', 'B'], ['C'], ['C', 'B'], ['AB']];
const TITLES = ['가마', '휴학', '도서관', '기숙사', '장학금', '등록금', '출장', '회계'].map((name) => `${name} 규정`);
const DOCUMENTS = TITLES.length;
const KEYS = 4;

interface PlainKey {
  readonly paths: readonly (readonly string[])[] | null;
  readonly groups: readonly string[];
  readonly isAdmin: boolean;
}

type Change =
  | { readonly kind: 'groups'; readonly document: number; readonly groups: readonly string[] }
  | { readonly kind: 'place'; readonly document: number; readonly path: readonly string[] }
  | { readonly kind: 'category'; readonly from: readonly string[]; readonly to: readonly string[] }
  | { readonly kind: 'key'; readonly key: number; readonly rights: PlainKey };

const groups = fc.subarray(GROUPS);
const path = fc.constantFrom(...PATHS);
// Rows of moved categories are never removed, so moves are rare: each makes all later ones dearer.
const change: fc.Arbitrary<Change> = fc.oneof(
  {
    weight: 640,
    arbitrary: fc.record({ kind: fc.constant('groups' as const), document: fc.nat(DOCUMENTS - 1), groups }),
  },
  { weight: 15, arbitrary: fc.record({ kind: fc.constant('place' as const), document: fc.nat(DOCUMENTS - 1), path }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('category' as const), from: path, to: path }) },
  {
    weight: 343,
    arbitrary: fc.record({
      kind: fc.constant('key' as const),
      key: fc.nat(KEYS - 1),
      rights: fc.record({
        paths: fc.option(fc.subarray([...PATHS]), { nil: null }),
        groups,
        isAdmin: fc.constantFrom(false, false, false, true),
      }),
    }),
  },
);

/** The rule in plain words: label by label, and one group in common. */
function maySee(key: PlainKey, { path: at, groups: own }: PlainDocument): boolean {
  const isInside =
    key.paths === null || key.paths.some((allowed) => allowed.every((label, level) => at[level] === label));
  return isInside && (key.isAdmin || own.length === 0 || own.some((group) => key.groups.includes(group)));
}

const filterOf = ({ paths, groups: own, isAdmin }: PlainKey) =>
  callerOf(storedKey({ allowedCategoryPaths: paths, groups: own, scopes: isAdmin ? ['admin'] : ['query'] }), {
    exact: true,
    groupsInUse: true,
  }).filter;

/** The plain model, with the store that it is compared with. */
class Rights {
  readonly documents: PlainDocument[] = TITLES.map((title, i) => ({
    id: `d${i}`,
    title,
    path: PATHS[i % PATHS.length] ?? ['A'],
    groups: [],
  }));
  readonly keys: PlainKey[] = Array.from({ length: KEYS }, () => ({ paths: null, groups: [], isAdmin: false }));
  changes = 0;

  constructor(readonly store: RightsStore) {}

  begin(): Promise<void> {
    return this.store.run(async () => {
      for (const document of this.documents) await this.store.put(document);
    });
  }

  apply(changes: readonly Change[]): Promise<void> {
    return this.store.run(async () => {
      for (const each of changes) await this.one(each);
    });
  }

  private async one(each: Change): Promise<void> {
    this.changes++;
    if (each.kind === 'key') {
      this.keys[each.key] = each.rights;
      return;
    }
    if (each.kind === 'category') {
      for (const document of this.documents)
        if (document.path.join('/') === each.from.join('/')) document.path = each.to;
      return this.store.moveCategory(each.from, each.to);
    }
    const document = this.documents[each.document];
    if (document === undefined) return;
    if (each.kind === 'groups') {
      document.groups = [...each.groups].sort();
      return this.store.regroup(document);
    }
    document.path = each.path;
    return this.store.put(document);
  }

  async check(key: PlainKey): Promise<void> {
    const filter = filterOf(key);
    const seen = this.documents.filter((document) => maySee(key, document));
    const ids = seen.map(({ id }) => id).sort();
    const read = await this.store.read(filter, this.documents, PATHS);
    expect(read.ids).toEqual(Object.fromEntries(Object.keys(read.ids).map((way) => [way, ids])));
    expect(read.counts).toEqual({ documents: ids.length, statistics: ids.length });
    const inside = PATHS.filter((at) => seen.some((document) => at.every((label, i) => document.path[i] === label)));
    expect(read.categories).toEqual(inside.map((at) => at.join('/')));
    // Two keys with one cache key see the same.
    for (const other of this.keys)
      if (filterKey(filterOf(other)) === filterKey(filter))
        expect(this.documents.filter((document) => maySee(other, document))).toEqual(seen);
  }

  /** @param count changes between two readings */
  async assert(runs: number, count: number): Promise<void> {
    await fc.assert(
      fc.asyncProperty(
        fc.array(change, { minLength: count, maxLength: count }),
        fc.nat(KEYS - 1),
        async (changes, reader) => {
          await this.apply(changes);
          const key = this.keys[reader];
          if (key !== undefined) await this.check(key);
        },
      ),
      // The store keeps the state of earlier runs: a smaller counterexample would be another one.
      { numRuns: runs, endOnFailure: true, includeErrorInReport: true },
    );
  }
}

describe('100,000 random changes of rights', () => {
  it('hold with the next reading, by every way, in the embedded store', async () => {
    const corpus = await StoredCorpus.open();
    const { database, paths, writer, transaction } = corpus;
    const index = await corpus.index();
    const rowsAt = database.writer.prepare<[string], { id: number }>(
      'SELECT id FROM category_paths WHERE current_path = ?',
    );
    const engine: Engine = {
      documents: new SqliteDocumentStore(database, paths),
      passages: new SqliteDocumentPassages(database),
      writer,
      maintenance: new SqliteIndexMaintenance(database),
      transaction,
      sql: database.sql,
      moveCategory: (from, to) => {
        for (const { id } of rowsAt.all(JSON.stringify(from))) paths.move(id, to);
        return Promise.resolve();
      },
      ask: (question) => {
        index.live.sync();
        return question(index.memory, (text) => index.live.space?.embed(index.memory.termsOf(text)));
      },
    };
    const rights = new Rights(new RightsStore(engine));
    await rights.begin();
    await rights.assert(500, 200);
    expect(rights.changes).toBe(100_000);
    await corpus.close();
  });
});

describe.each(POSTGRES_SERVERS)('random changes of rights on %s', (_name, open) => {
  let server: PostgresUnderTest;
  beforeAll(async () => {
    server = await open();
  });
  afterAll(() => server.drop());

  it('hold with the next reading, by every way', async () => {
    const { database } = server;
    await server.empty();
    const corpus = new DatabaseCorpus(database);
    await corpus.upkeep.begin();
    const paths = new PostgresCategoryPaths(database, '');
    const engine: Engine = {
      documents: new PostgresDocumentStore(database),
      passages: new PostgresDocumentPassages(database),
      writer: corpus.writer,
      maintenance: new PostgresIndexMaintenance(database),
      transaction: corpus.transaction,
      sql: database,
      moveCategory: async (from, to) => {
        const rows = await database.query<{ id: number }>(
          sql`SELECT id FROM category_paths WHERE current_path = ${JSON.stringify(from)} ORDER BY id`,
        );
        for (const { id } of rows) await paths.move(id, to);
      },
      ask: (question) => corpus.ask((index) => question(index, () => undefined)),
    };
    const rights = new Rights(new RightsStore(engine));
    await rights.begin();
    await rights.assert(30, 12);
    // The following changes concern passages that are in a segment.
    while (await corpus.segments(2, 2).tend());
    await rights.assert(30, 12);
  });
});
