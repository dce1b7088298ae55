import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { DocumentsAndSearch1763700000000 } from '../../../migrations/sqlite/1763700000000-documents-and-search.js';
import { CategoryFilter, restrictedTo, UNRESTRICTED } from '../../shared/domain/category-filter.js';
import { foldedPrefixes } from '../../shared/domain/category-path.js';
import { Clock } from '../../shared/domain/clock.js';
import { ConflictError, InvalidInputError } from '../../shared/domain/domain-error.js';
import { CategoryPathRegistry } from '../../shared/infrastructure/database/category-path-registry.js';
import { MainDatabase } from '../../shared/infrastructure/database/databases.js';
import { SqliteDatabase } from '../../shared/infrastructure/database/sqlite-database.js';
import { SqliteTransaction } from '../../shared/infrastructure/database/sqlite-transaction.js';
import { ActivateTaxonomyVersion } from '../application/activate-taxonomy-version.js';
import { CreateTaxonomyVersion } from '../application/create-taxonomy-version.js';
import { CurrentTaxonomy } from '../application/current-taxonomy.js';
import { EnsureFirstTaxonomy } from '../application/ensure-first-taxonomy.js';
import { FindMissingCategories } from '../application/find-missing-categories.js';
import { ListTaxonomyVersions } from '../application/list-taxonomy-versions.js';
import { ReadTaxonomyTree } from '../application/read-taxonomy-tree.js';
import { CategoryTreeNode } from '../domain/category-tree.js';
import { CategoryOperation } from '../domain/taxonomy-version.js';
import { SqliteTaxonomyRecords } from './sqlite-taxonomy-records.js';
import { SqliteTaxonomyStore } from './sqlite-taxonomy-store.js';

const INSERT = `INSERT INTO documents (document_id, title, text, content_type, path_id, metadata, content_hash, chunks, created_at, updated_at)
  VALUES (?, 't', 'x', 'text/plain', ?, '{}', 'h', 1, '', '')`;

/** The opened file under the type that the feature asks for. */
class OpenedDatabase extends MainDatabase {
  readonly file = this.opened.file;
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

/** One second later at every look. */
class TickingClock extends Clock {
  private seconds = 0;
  now(): Date {
    return new Date(Date.UTC(2025, 0, 1, 0, 0, this.seconds++));
  }
}

/** The feature on a SQLite file of its own, with documents put in by hand. */
class Bench {
  readonly current: CurrentTaxonomy;
  readonly versions: ListTaxonomyVersions;
  readonly trees: ReadTaxonomyTree;
  readonly missing: FindMissingCategories;
  readonly creation: CreateTaxonomyVersion;
  readonly activation: ActivateTaxonomyVersion;

  private constructor(
    private readonly folder: string,
    readonly db: MainDatabase,
    readonly registry = new CategoryPathRegistry(db),
    readonly store = new SqliteTaxonomyStore(db, registry),
  ) {
    const transaction = new SqliteTransaction(db.writer);
    const records = new SqliteTaxonomyRecords(db.reader);
    const clock = new TickingClock();
    this.current = new CurrentTaxonomy(records);
    this.versions = new ListTaxonomyVersions(records);
    this.trees = new ReadTaxonomyTree(records);
    this.missing = new FindMissingCategories(records, this.trees);
    this.creation = new CreateTaxonomyVersion(transaction, store, clock);
    this.activation = new ActivateTaxonomyVersion(transaction, store, clock, this.current);
    this.start = () => new EnsureFirstTaxonomy(transaction, store, clock).onModuleInit();
  }

  readonly start: () => Promise<void>;

  static async open(): Promise<Bench> {
    const folder = mkdtempSync(path.join(tmpdir(), 'taxonomy-'));
    const db = await SqliteDatabase.open({
      file: path.join(folder, 'main.db'),
      durability: 'full',
      migrations: [DocumentsAndSearch1763700000000],
      entities: [],
    });
    const bench = new Bench(folder, new OpenedDatabase(db));
    await bench.start();
    return bench;
  }

  async close(): Promise<void> {
    await this.db.close();
    rmSync(this.folder, { recursive: true });
  }

  put(documentId: string, at: string): void {
    this.db.writer.prepare(INSERT).run(documentId, this.registry.idOf(at.split('/')));
  }

  delete(documentId: string): void {
    this.db.writer.prepare('DELETE FROM documents WHERE document_id = ?').run(documentId);
  }

  /** Path of each document, as `AI/ML`. */
  places(): Record<string, string> {
    const rows = this.db.reader
      .prepare<[], { id: string; display: string }>(
        'SELECT document_id AS id, display FROM documents d JOIN category_paths c ON c.id = d.path_id ORDER BY document_id',
      )
      .all();
    return Object.fromEntries(rows.map((row) => [row.id, (JSON.parse(row.display) as string[]).join('/')]));
  }

  create(
    version: string,
    operations: CategoryOperation[],
    baseVersion?: string,
    filter: CategoryFilter = UNRESTRICTED,
  ) {
    return this.creation.execute({ version, baseVersion, operations }, filter);
  }

  activate(version: string, filter: CategoryFilter = UNRESTRICTED) {
    return this.activation.execute(version, filter);
  }

  /** The tree as `AI/ML:5` lines. */
  async tree(version = 'current', filter: CategoryFilter = UNRESTRICTED): Promise<string[]> {
    const lines = (nodes: readonly CategoryTreeNode[]): string[] =>
      nodes.flatMap((node) => [`${node.path.join('/')}:${node.documentCount}`, ...lines(node.children)]);
    return lines((await this.trees.execute(version, filter)).nodes);
  }
}

const rename = (from: string, to: string): CategoryOperation => ({
  op: 'rename',
  path: from.split('/'),
  to: to.split('/'),
});
const merge = (from: string, to: string): CategoryOperation => ({
  op: 'merge',
  path: from.split('/'),
  to: to.split('/'),
});
const add = (at: string): CategoryOperation => ({ op: 'add', path: at.split('/') });

describe('taxonomy on SQLite', () => {
  let bench: Bench;
  beforeEach(async () => {
    bench = await Bench.open();
  });
  afterEach(() => bench.close());

  it('begins with an active first version, and a second start changes nothing', async () => {
    bench.put('d1', 'AI/ML');
    await bench.create('1.1.0', []);
    await bench.activate('1.1.0');
    await bench.start();
    expect(await bench.current.version()).toBe('1.1.0');
    const { items } = await bench.versions.execute({ limit: 10, cursor: undefined });
    expect(items.map((item) => [item.version, item.baseVersion, item.active])).toEqual([
      ['1.1.0', '1.0.0', true],
      ['1.0.0', null, false],
    ]);
  });

  it('prepares a version without effect, moves documents when it is activated, and moves them back', async () => {
    for (const id of ['d1', 'd2']) bench.put(id, 'DB/SQL');
    bench.put('d3', 'DB/SQL/Joins');
    const { diff } = await bench.create('2.0.0', [rename('db/sql', 'DB/Relational')]);
    expect(diff.documentsMoved).toBe(3);
    expect(await bench.tree('2.0.0')).toEqual(['DB:0', 'DB/Relational:2', 'DB/Relational/Joins:1']);
    expect(await bench.tree()).toEqual(['DB:0', 'DB/SQL:2', 'DB/SQL/Joins:1']);

    expect((await bench.activate('2.0.0')).documentsMoved).toBe(3);
    expect(await bench.current.version()).toBe('2.0.0');
    expect(bench.places()).toEqual({ d1: 'DB/Relational', d2: 'DB/Relational', d3: 'DB/Relational/Joins' });
    expect(await bench.tree('1.0.0')).toEqual(['DB:0', 'DB/SQL:2', 'DB/SQL/Joins:1']);

    await bench.activate('1.0.0');
    expect(bench.places()).toEqual({ d1: 'DB/SQL', d2: 'DB/SQL', d3: 'DB/SQL/Joins' });
  });

  it('does nothing when the active version is activated', async () => {
    const first = await bench.activate('1.0.0');
    expect(await bench.activate('1.0.0')).toEqual({ ...first, documentsMoved: 0 });
  });

  it('parts again what was merged', async () => {
    bench.put('d1', 'DB/SQL');
    bench.put('d2', 'DB/NoSQL');
    await bench.create('2.0.0', [merge('DB/NoSQL', 'DB/SQL')]);
    await bench.activate('2.0.0');
    expect(await bench.tree()).toEqual(['DB:0', 'DB/SQL:2']);
    await bench.activate('1.0.0');
    expect(bench.places()).toEqual({ d1: 'DB/SQL', d2: 'DB/NoSQL' });
  });

  it('lets a row that was made at the old path of another one come together with it, and parts them again', async () => {
    bench.put('d1', 'A');
    await bench.create('2.0.0', [rename('A', 'B')]);
    await bench.activate('2.0.0');
    bench.put('d2', 'A');
    await bench.activate('1.0.0');
    expect(bench.places()).toEqual({ d1: 'A', d2: 'A' });
    bench.put('d3', 'A');
    await bench.activate('2.0.0');
    expect(bench.places()).toMatchObject({ d1: 'B', d2: 'A' });
    await bench.create('3.0.0', [merge('A', 'B')]);
    await bench.activate('3.0.0');
    expect(Object.values(bench.places())).toEqual(['B', 'B', 'B']);
    await bench.activate('2.0.0');
    expect(bench.places()).toMatchObject({ d1: 'B', d2: 'A' });
    await bench.create('4.0.0', [rename('A', 'T'), rename('B', 'A'), rename('T', 'B')]);
    await bench.activate('4.0.0');
    expect(bench.places()).toMatchObject({ d1: 'A', d2: 'B' });
  });

  it('finds a row again that was together with another one of the same path', async () => {
    bench.put('d1', 'A');
    await bench.create('2.0.0', [rename('A', 'B')]);
    await bench.activate('2.0.0');
    bench.put('d2', 'A');
    await bench.create('3.0.0', [merge('A', 'B')]);
    await bench.activate('3.0.0');
    await bench.activate('2.0.0');
    bench.put('d3', 'A');
    expect(bench.places()).toEqual({ d1: 'B', d2: 'A', d3: 'A' });
    const rows = bench.db.reader.prepare<[], { count: number }>('SELECT count(*) AS count FROM category_paths').get();
    expect(rows?.count).toBe(2);
  });

  it('exchanges two categories', async () => {
    bench.put('d1', 'A');
    bench.put('d2', 'B');
    await bench.create('2.0.0', [rename('A', 'T'), rename('B', 'A'), rename('T', 'B')]);
    await bench.activate('2.0.0');
    expect(bench.places()).toEqual({ d1: 'B', d2: 'A' });
  });

  it('applies a chain of versions that were never active', async () => {
    bench.put('d1', 'A');
    await bench.create('1.1.0', [rename('A', 'B'), add('Empty')]);
    await bench.create('1.2.0', [rename('B', 'C'), rename('Empty', 'Void')], '1.1.0');
    bench.put('d2', 'A');
    await bench.activate('1.2.0');
    expect(await bench.tree()).toEqual(['C:2', 'Void:0']);
    expect(await bench.tree('1.1.0')).toEqual(['B:2', 'Empty:0']);
  });

  it('refuses to activate a version in which newer documents would get too deep, and changes nothing', async () => {
    bench.put('d1', 'A/B');
    await bench.create('2.0.0', [{ op: 'move', path: ['A'], to: ['X', 'Y', 'A'] }]);
    bench.put('d2', 'A/B/C/D');
    await expect(bench.activate('2.0.0')).rejects.toThrow(ConflictError);
    expect(await bench.current.version()).toBe('1.0.0');
    expect(bench.places()).toEqual({ d1: 'A/B', d2: 'A/B/C/D' });
  });

  it('stores nothing of a version with a fault', async () => {
    await expect(bench.create('2.0.0', [add('A'), rename('Nowhere', 'B')])).rejects.toThrow(InvalidInputError);
    await expect(bench.tree('2.0.0')).rejects.toMatchObject({ kind: 'not-found' });
    await expect(bench.create('2.0.0', [add('A')], '9.9.9')).rejects.toMatchObject({
      faults: [{ pointer: '/base_version' }],
    });
    await bench.create('2.0.0', [add('A')]);
    await expect(bench.create('2.0.0', [add('B')])).rejects.toThrow(ConflictError);
  });

  it('pages the versions without gaps', async () => {
    for (const version of ['1.1.0', '1.2.0', '1.3.0', '1.4.0']) await bench.create(version, []);
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await bench.versions.execute({ limit: 2, cursor });
      seen.push(...page.items.map((item) => item.version));
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(seen).toEqual(['1.4.0', '1.3.0', '1.2.0', '1.1.0', '1.0.0']);
  });

  it('keeps a key with paths inside them', async () => {
    bench.put('d1', 'AI/ML');
    bench.put('d2', 'Secret/Plans');
    const filter = restrictedTo([['AI']]);
    expect(await bench.tree('current', filter)).toEqual(['AI:0', 'AI/ML:1']);
    await expect(bench.create('2.0.0', [rename('Secret', 'Open')], undefined, filter)).rejects.toMatchObject({
      kind: 'forbidden',
    });
    await expect(bench.create('2.0.0', [merge('Secret', 'AI')], undefined, filter)).rejects.toMatchObject({
      faults: [{ pointer: '/operations/0/path' }],
    });
    await bench.create('2.0.0', [merge('Secret', 'AI')]);
    await expect(bench.activate('2.0.0', filter)).rejects.toMatchObject({ kind: 'forbidden' });
    await bench.create('2.1.0', [rename('AI/ML', 'AI/Learning')], undefined, filter);
    await bench.activate('2.1.0', filter);
    expect(bench.places()).toEqual({ d1: 'AI/Learning', d2: 'Secret/Plans' });
  });

  it('tells one that may not see them nothing of documents that another version puts into its paths', async () => {
    bench.put('d1', 'AI/ML');
    bench.put('d2', 'Secret');
    await bench.create('2.0.0', [merge('Secret', 'AI/ML')]);
    expect(await bench.tree('2.0.0', restrictedTo([['AI']]))).toEqual(['AI:0', 'AI/ML:1']);
  });

  it('knows which paths are no categories, of the active version as of any other', async () => {
    bench.put('a', 'AI/ML/Deep');
    bench.put('b', 'Old/Place');
    await bench.create('1.1.0', [
      { op: 'add', path: ['Empty', 'Shelf'] },
      { op: 'move', path: ['Old', 'Place'], to: ['New', 'Place'] },
    ]);
    const paths = [['ai'], ['AI', 'ml'], ['ML'], ['empty', 'SHELF'], ['Old', 'Place'], ['new']];
    const missing = (version: string) => bench.missing.execute(version, paths, UNRESTRICTED);
    const [before, after] = [
      [['ML'], ['empty', 'SHELF'], ['new']],
      [['ML'], ['Old', 'Place']],
    ];
    expect([await missing('1.0.0'), await missing('1.1.0')]).toEqual([before, after]);
    await bench.activate('1.1.0');
    expect([await missing('1.0.0'), await missing('1.1.0')]).toEqual([before, after]);
    await expect(missing('7.0.0')).rejects.toMatchObject({ kind: 'not-found' });
    bench.delete('a');
    expect(await missing('1.1.0')).toEqual([['ai'], ['AI', 'ml'], ...after]);
  });
});

// Few paths, so that documents and operations meet often.
const anyPath = fc.constantFrom(['A'], ['B'], ['C'], ['a'], ['A', 'B'], ['B', 'A']);
const anyStep = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('put' as const), at: anyPath }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete' as const), which: fc.nat(20) }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('activate' as const), which: fc.nat(20) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('create' as const),
      base: fc.nat(20),
      operation: fc.oneof(
        fc.record({ op: fc.constantFrom('add' as const, 'remove' as const), path: anyPath }),
        fc.record({ op: fc.constantFrom('move' as const, 'merge' as const), path: anyPath, to: anyPath }),
      ),
    }),
  },
);
type Step = typeof anyStep extends fc.Arbitrary<infer T> ? T : never;

/** A history of documents and versions, with a note of where documents stood whenever a version was left. */
class History {
  readonly versions = ['1.0.0'];
  private readonly left = new Map<string, Record<string, string>>();
  private active = '1.0.0';
  private documents = 0;

  constructor(private readonly bench: Bench) {}

  async step(step: Step): Promise<void> {
    if (step.kind === 'put') this.bench.put(`d${this.documents++}`, step.at.join('/'));
    else if (step.kind === 'delete') this.bench.delete(`d${step.which}`);
    else if (step.kind === 'create') await this.create(this.pick(step.base), step.operation);
    else await this.activate(this.pick(step.which));
    this.expectPrefixes();
  }

  private pick(which: number): string {
    return this.versions[which % this.versions.length]!;
  }

  private async create(base: string, operation: CategoryOperation): Promise<void> {
    const version = `1.${this.versions.length}.0`;
    const made = await this.bench.create(version, [operation], base).catch((error: unknown) => {
      if (!(error instanceof InvalidInputError)) throw error;
    });
    if (made !== undefined) this.versions.push(version);
  }

  private async activate(version: string): Promise<void> {
    const before = this.bench.places();
    const tree = await this.bench.tree(version);
    const done = await this.bench.activate(version).catch((error: unknown) => {
      if (!(error instanceof ConflictError)) throw error;
    });
    const after = this.bench.places();
    expect(Object.keys(after)).toEqual(Object.keys(before));
    if (done === undefined || version === this.active) {
      expect(after).toEqual(before);
      return;
    }
    expect(await this.bench.tree()).toEqual(tree);
    this.left.set(this.active, before);
    this.active = version;
    const known = this.left.get(version) ?? {};
    for (const [id, at] of Object.entries(after)) if (known[id] !== undefined) expect(at).toBe(known[id]);
  }

  /** What the filter goes by must always be what is shown. */
  private expectPrefixes(): void {
    const rows = this.bench.db.reader
      .prepare<[], { display: string; prefixes: string }>(
        `SELECT display, (SELECT json_group_array(prefix) FROM category_prefixes p WHERE p.path_id = c.id) AS prefixes FROM category_paths c`,
      )
      .all();
    for (const { display, prefixes } of rows) {
      expect((JSON.parse(prefixes) as string[]).sort()).toEqual(foldedPrefixes(JSON.parse(display) as string[]).sort());
    }
  }
}

describe('any history of documents, versions and activations', () => {
  it('shows what the tree announced, loses no document, and puts each back where it stood in a version', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { minLength: 10, maxLength: 60 }), async (steps) => {
        const bench = await Bench.open();
        try {
          const history = new History(bench);
          for (const step of steps) await history.step(step);
        } finally {
          await bench.close();
        }
      }),
      { numRuns: 60 },
    );
  });
});
