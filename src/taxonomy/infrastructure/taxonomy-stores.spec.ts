import fc from 'fast-check';
import { onEveryStore, openEmbedded, overShared, StoreUnderTest } from '../../../test/support/every-store.js';
import { openPostgres, PostgresUnderTest } from '../../../test/support/postgres-servers.js';
import { StoredDocuments } from '../../../test/support/stored-documents.js';
import { CategoryFilter, restrictedTo, UNRESTRICTED } from '../../shared/domain/category-filter.js';
import { foldedPrefixes, foldPath } from '../../shared/domain/category-path.js';
import { Clock } from '../../shared/domain/clock.js';
import { ConflictError, InvalidInputError } from '../../shared/domain/domain-error.js';
import { CategoryPathRegistry } from '../../shared/infrastructure/database/category-path-registry.js';
import { ActivateTaxonomyVersion } from '../application/activate-taxonomy-version.js';
import { CreateTaxonomyVersion } from '../application/create-taxonomy-version.js';
import { CurrentTaxonomy } from '../application/current-taxonomy.js';
import { EnsureFirstTaxonomy } from '../application/ensure-first-taxonomy.js';
import { FindMissingCategories } from '../application/find-missing-categories.js';
import { ReadTaxonomyTree } from '../application/read-taxonomy-tree.js';
import { CategoryTreeNode } from '../domain/category-tree.js';
import { CategoryOperation } from '../domain/taxonomy-version.js';
import { SqlTaxonomyRecords, SqlTaxonomyStore } from './sql-taxonomy-store.js';
import { ListTaxonomyVersions } from '../application/own-taxonomy.js';

/** The clock advances one second at each read. */
class TickingClock extends Clock {
  private seconds = 0;
  now(): Date {
    return new Date(Date.UTC(2025, 0, 1, 0, 0, this.seconds++));
  }
}

/** The feature on a store, with documents inserted directly. */
class Bench {
  readonly current: CurrentTaxonomy;
  readonly versions: ListTaxonomyVersions;
  readonly trees: ReadTaxonomyTree;
  readonly missing: FindMissingCategories;
  readonly creation: CreateTaxonomyVersion;
  readonly activation: ActivateTaxonomyVersion;
  readonly start: () => Promise<void>;
  private readonly documents: StoredDocuments;

  private constructor(readonly opened: StoreUnderTest) {
    const { transaction } = opened;
    const registry = opened.make(
      (db) => new CategoryPathRegistry(db),
      // The shared store has its own rows.
      () => Object.create(CategoryPathRegistry.prototype) as CategoryPathRegistry,
    );
    const store = new SqlTaxonomyStore(opened.sql, registry);
    const records = new SqlTaxonomyRecords(opened.sql);
    const clock = new TickingClock();
    this.documents = new StoredDocuments(opened);
    this.current = new CurrentTaxonomy(records);
    this.versions = new ListTaxonomyVersions(records);
    this.trees = new ReadTaxonomyTree(records);
    this.missing = new FindMissingCategories(records, this.trees);
    this.creation = new CreateTaxonomyVersion(transaction, store, clock);
    this.activation = new ActivateTaxonomyVersion(transaction, store, clock, this.current);
    this.start = () => new EnsureFirstTaxonomy(transaction, store, clock).onModuleInit();
  }

  static async over(opened: StoreUnderTest): Promise<Bench> {
    const bench = new Bench(opened);
    await bench.start();
    return bench;
  }

  put(documentId: string, at: string): Promise<void> {
    return this.documents.put(documentId, at.split('/'));
  }

  delete(documentId: string): Promise<void> {
    return this.documents.delete(documentId);
  }

  /** Path of each document, as `AI/ML`. */
  places(): Promise<Record<string, string>> {
    return this.documents.places();
  }

  /** Documents at or below a path, as the filter sees them. */
  within(path: readonly string[]): Promise<string[]> {
    return this.documents.within(path);
  }

  create(
    version: string,
    operations: CategoryOperation[],
    baseVersion?: string,
    filter: CategoryFilter = UNRESTRICTED,
  ) {
    return this.creation.createTaxonomyVersion({ version, baseVersion, operations }, filter);
  }

  activate(version: string, filter: CategoryFilter = UNRESTRICTED) {
    return this.activation.activateTaxonomyVersion(version, filter);
  }

  /** The tree as `AI/ML:5` lines. */
  async tree(version = 'current', filter: CategoryFilter = UNRESTRICTED): Promise<string[]> {
    const lines = (nodes: readonly CategoryTreeNode[]): string[] =>
      nodes.flatMap((node) => [`${node.path.join('/')}:${node.documentCount}`, ...lines(node.children)]);
    return lines((await this.trees.read(version, filter)).nodes);
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

onEveryStore('taxonomy', 'main', (opened) => {
  let bench: Bench;
  beforeEach(async () => {
    bench = await Bench.over(opened());
  });

  it('begins with an active first version, and a second start changes nothing', async () => {
    await bench.put('d1', 'AI/ML');
    await bench.create('1.1.0', []);
    await bench.activate('1.1.0');
    await bench.start();
    expect(await bench.current.version()).toBe('1.1.0');
    const { items } = await bench.versions.list({ limit: 10, cursor: undefined });
    expect(items.map((item) => [item.version, item.baseVersion, item.active])).toEqual([
      ['1.1.0', '1.0.0', true],
      ['1.0.0', null, false],
    ]);
  });

  it('prepares a version without effect, moves documents when it is activated, and moves them back', async () => {
    for (const id of ['d1', 'd2']) await bench.put(id, 'DB/SQL');
    await bench.put('d3', 'DB/SQL/Joins');
    const { diff } = await bench.create('2.0.0', [rename('db/sql', 'DB/Relational')]);
    expect(diff.documentsMoved).toBe(3);
    expect(await bench.tree('2.0.0')).toEqual(['DB:0', 'DB/Relational:2', 'DB/Relational/Joins:1']);
    expect(await bench.tree()).toEqual(['DB:0', 'DB/SQL:2', 'DB/SQL/Joins:1']);

    expect((await bench.activate('2.0.0')).documentsMoved).toBe(3);
    expect(await bench.current.version()).toBe('2.0.0');
    expect(await bench.places()).toEqual({ d1: 'DB/Relational', d2: 'DB/Relational', d3: 'DB/Relational/Joins' });
    expect(await bench.tree('1.0.0')).toEqual(['DB:0', 'DB/SQL:2', 'DB/SQL/Joins:1']);

    await bench.activate('1.0.0');
    expect(await bench.places()).toEqual({ d1: 'DB/SQL', d2: 'DB/SQL', d3: 'DB/SQL/Joins' });
  });

  it('does nothing when the active version is activated', async () => {
    const first = await bench.activate('1.0.0');
    expect(await bench.activate('1.0.0')).toEqual({ ...first, documentsMoved: 0 });
  });

  it('separates what was merged', async () => {
    await bench.put('d1', 'DB/SQL');
    await bench.put('d2', 'DB/NoSQL');
    await bench.create('2.0.0', [merge('DB/NoSQL', 'DB/SQL')]);
    await bench.activate('2.0.0');
    expect(await bench.tree()).toEqual(['DB:0', 'DB/SQL:2']);
    await bench.activate('1.0.0');
    expect(await bench.places()).toEqual({ d1: 'DB/SQL', d2: 'DB/NoSQL' });
  });

  it('merges a row that was created at the old path of another one with it, and separates them again', async () => {
    await bench.put('d1', 'A');
    await bench.create('2.0.0', [rename('A', 'B')]);
    await bench.activate('2.0.0');
    await bench.put('d2', 'A');
    await bench.activate('1.0.0');
    expect(await bench.places()).toEqual({ d1: 'A', d2: 'A' });
    await bench.put('d3', 'A');
    await bench.activate('2.0.0');
    expect(await bench.places()).toMatchObject({ d1: 'B', d2: 'A' });
    await bench.create('3.0.0', [merge('A', 'B')]);
    await bench.activate('3.0.0');
    expect(Object.values(await bench.places())).toEqual(['B', 'B', 'B']);
    await bench.activate('2.0.0');
    expect(await bench.places()).toMatchObject({ d1: 'B', d2: 'A' });
    await bench.create('4.0.0', [rename('A', 'T'), rename('B', 'A'), rename('T', 'B')]);
    await bench.activate('4.0.0');
    expect(await bench.places()).toMatchObject({ d1: 'A', d2: 'B' });
  });

  it('finds a row again that was merged with another one of the same path', async () => {
    await bench.put('d1', 'A');
    await bench.create('2.0.0', [rename('A', 'B')]);
    await bench.activate('2.0.0');
    await bench.put('d2', 'A');
    await bench.create('3.0.0', [merge('A', 'B')]);
    await bench.activate('3.0.0');
    await bench.activate('2.0.0');
    await bench.put('d3', 'A');
    expect(await bench.places()).toEqual({ d1: 'B', d2: 'A', d3: 'A' });
    expect(await opened().number('SELECT count(*) FROM category_paths')).toBe(2);
  });

  it('exchanges two categories', async () => {
    await bench.put('d1', 'A');
    await bench.put('d2', 'B');
    await bench.create('2.0.0', [rename('A', 'T'), rename('B', 'A'), rename('T', 'B')]);
    await bench.activate('2.0.0');
    expect(await bench.places()).toEqual({ d1: 'B', d2: 'A' });
  });

  it('applies a chain of versions that were never active', async () => {
    await bench.put('d1', 'A');
    await bench.create('1.1.0', [rename('A', 'B'), add('Empty')]);
    await bench.create('1.2.0', [rename('B', 'C'), rename('Empty', 'Void')], '1.1.0');
    await bench.put('d2', 'A');
    await bench.activate('1.2.0');
    expect(await bench.tree()).toEqual(['C:2', 'Void:0']);
    expect(await bench.tree('1.1.0')).toEqual(['B:2', 'Empty:0']);
  });

  it('refuses to activate a version in which newer documents would get too deep, and changes nothing', async () => {
    await bench.put('d1', 'A/B');
    await bench.create('2.0.0', [{ op: 'move', path: ['A'], to: ['X', 'Y', 'A'] }]);
    await bench.put('d2', 'A/B/C/D');
    await expect(bench.activate('2.0.0')).rejects.toThrow(ConflictError);
    expect(await bench.current.version()).toBe('1.0.0');
    expect(await bench.places()).toEqual({ d1: 'A/B', d2: 'A/B/C/D' });
  });

  it('stores nothing of a faulty version', async () => {
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
      const page = await bench.versions.list({ limit: 2, cursor });
      seen.push(...page.items.map((item) => item.version));
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(seen).toEqual(['1.4.0', '1.3.0', '1.2.0', '1.1.0', '1.0.0']);
  });

  it('restricts a key with paths to them', async () => {
    await bench.put('d1', 'AI/ML');
    await bench.put('d2', 'Secret/Plans');
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
    expect(await bench.places()).toEqual({ d1: 'AI/Learning', d2: 'Secret/Plans' });
  });

  it('reveals nothing of documents that another version puts into the paths of a caller that may not see them', async () => {
    await bench.put('d1', 'AI/ML');
    await bench.put('d2', 'Secret');
    await bench.create('2.0.0', [merge('Secret', 'AI/ML')]);
    expect(await bench.tree('2.0.0', restrictedTo([['AI']]))).toEqual(['AI:0', 'AI/ML:1']);
  });

  it('finds the paths that are not categories, of the active version as of any other', async () => {
    await bench.put('a', 'AI/ML/Deep');
    await bench.put('b', 'Old/Place');
    await bench.create('1.1.0', [
      { op: 'add', path: ['Empty', 'Shelf'] },
      { op: 'move', path: ['Old', 'Place'], to: ['New', 'Place'] },
    ]);
    const paths = [['ai'], ['AI', 'ml'], ['ML'], ['empty', 'SHELF'], ['Old', 'Place'], ['new']];
    const missing = (version: string) => bench.missing.find(version, paths, UNRESTRICTED);
    const [before, after] = [
      [['ML'], ['empty', 'SHELF'], ['new']],
      [['ML'], ['Old', 'Place']],
    ];
    expect([await missing('1.0.0'), await missing('1.1.0')]).toEqual([before, after]);
    await bench.activate('1.1.0');
    expect([await missing('1.0.0'), await missing('1.1.0')]).toEqual([before, after]);
    await expect(missing('7.0.0')).rejects.toMatchObject({ kind: 'not-found' });
    await bench.delete('a');
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

/** A history of documents and versions, with a record of the documents' paths whenever a version became inactive. */
class History {
  readonly versions = ['1.0.0'];
  private readonly left = new Map<string, Record<string, string>>();
  private active = '1.0.0';
  private documents = 0;

  constructor(private readonly bench: Bench) {}

  async step(step: Step): Promise<void> {
    if (step.kind === 'put') await this.bench.put(`d${this.documents++}`, step.at.join('/'));
    else if (step.kind === 'delete') await this.bench.delete(`d${step.which}`);
    else if (step.kind === 'create') await this.create(this.pick(step.base), step.operation);
    else await this.activate(this.pick(step.which));
    await this.expectPrefixes();
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
    const before = await this.bench.places();
    const tree = await this.bench.tree(version);
    const done = await this.bench.activate(version).catch((error: unknown) => {
      if (!(error instanceof ConflictError)) throw error;
    });
    const after = await this.bench.places();
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

  /** The path that the filter checks must always be the displayed one. */
  private async expectPrefixes(): Promise<void> {
    const places = Object.entries(await this.bench.places());
    for (const path of [['A'], ['B'], ['C'], ['A', 'B'], ['B', 'A']]) {
      const shown = places.filter(([, at]) => foldedPrefixes(at.split('/')).includes(foldPath(path)));
      expect(await this.bench.within(path)).toEqual(shown.map(([id]) => id));
    }
  }
}

let server: PostgresUnderTest | undefined;
afterAll(() => server?.drop());

async function onPostgres(): Promise<StoreUnderTest> {
  server ??= await openPostgres();
  await server.empty();
  return overShared(server, 'main');
}

describe.each([
  ['SQLite', () => openEmbedded('main'), 40],
  ['PostgreSQL', onPostgres, 5],
] as const)('any history of documents, versions and activations on %s', (_name, open, numRuns) => {
  it('matches the announced tree, loses no document, and returns each to its path in a version', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { minLength: 10, maxLength: 60 }), async (steps) => {
        const opened = await open();
        try {
          const history = new History(await Bench.over(opened));
          for (const step of steps) await history.step(step);
        } finally {
          await opened.close();
        }
      }),
      { numRuns },
    );
  });
});
