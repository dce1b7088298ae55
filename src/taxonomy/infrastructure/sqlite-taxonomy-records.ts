import type Database from 'better-sqlite3';
import { CategoryPath, foldPath } from '../../shared/domain/category-path.js';
import { Lineage } from '../domain/lineage.js';
import { CategoryRow } from '../domain/placement.js';
import { TaxonomyRecords } from '../domain/taxonomy-store.js';
import { ActiveTaxonomy, TaxonomyVersion, TaxonomyVersionSummary } from '../domain/taxonomy-version.js';
import { readPath } from './stored-json.js';
import { ListedRow, toSummary, toVersion, VersionRow } from './version-row.js';

/** Versions and places on one connection of the store: the reader for what is committed, the writer inside a transaction. */
export class SqliteTaxonomyRecords extends TaxonomyRecords {
  private readonly selectActive: Database.Statement<[], ActiveTaxonomy>;
  private readonly selectVersion: Database.Statement<[string], VersionRow>;
  private readonly selectDocument: Database.Statement<[string]>;
  private readonly selectSnapshot: Database.Statement<[string], { path_id: number; display: string }>;
  private readonly selectRows: Database.Statement<[], { id: number; display: string; documents: number }>;
  private readonly selectList: Database.Statement<[number, number, number], ListedRow>;

  constructor(private readonly db: Database.Database) {
    super();
    this.selectActive = db.prepare('SELECT version, activated_at AS activatedAt FROM taxonomy_active WHERE id = 1');
    this.selectVersion = db.prepare(
      'SELECT version, base_version, created_at, operations, categories FROM taxonomy_versions WHERE version = ?',
    );
    this.selectDocument = db.prepare(
      'SELECT 1 FROM category_prefixes p JOIN documents d ON d.path_id = p.path_id WHERE p.prefix = ? LIMIT 1',
    );
    this.selectSnapshot = db.prepare('SELECT path_id, display FROM taxonomy_snapshots WHERE version = ?');
    this.selectRows = db.prepare(
      `SELECT c.id, c.display, (SELECT count(*) FROM documents d WHERE d.path_id = c.id) AS documents FROM category_paths c ORDER BY c.id`,
    );
    // Versions are never deleted, so that the row number tells the order in which they were made.
    this.selectList = db.prepare(
      `SELECT v.rowid AS number, v.version, v.base_version, v.created_at, a.activated_at
       FROM taxonomy_versions v LEFT JOIN taxonomy_active a ON a.version = v.version
       WHERE ? = 0 OR v.rowid < ? ORDER BY v.rowid DESC LIMIT ?`,
    );
  }

  active(): Promise<ActiveTaxonomy | undefined> {
    return Promise.resolve(this.selectActive.get());
  }

  version(name: string): Promise<TaxonomyVersion | undefined> {
    const row = this.selectVersion.get(name);
    return Promise.resolve(row === undefined ? undefined : toVersion(row));
  }

  holdsDocuments(path: CategoryPath): Promise<boolean> {
    return Promise.resolve(this.selectDocument.get(foldPath(path)) !== undefined);
  }

  /** All reads see one moment, so that an activation in between cannot mix two versions. */
  lineage(version: string): Promise<Lineage | undefined> {
    const read = this.db.transaction(() => this.readLineage(version));
    return Promise.resolve(read());
  }

  list(before: number, limit: number): Promise<readonly { number: number; summary: TaxonomyVersionSummary }[]> {
    const rows = this.selectList.all(before, before, limit);
    return Promise.resolve(rows.map((row) => ({ number: row.number, summary: toSummary(row) })));
  }

  private readLineage(name: string): Lineage | undefined {
    const active = this.selectActive.get();
    const first = this.selectVersion.get(name);
    if (active === undefined || first === undefined) return undefined;
    const version = toVersion(first);
    const bases: TaxonomyVersion[] = [];
    let last = version;
    let snapshot = this.placesOf(last, active);
    while (snapshot === undefined) {
      const base = last.baseVersion === null ? undefined : this.selectVersion.get(last.baseVersion);
      if (base === undefined) break;
      last = toVersion(base);
      bases.push(last);
      snapshot = this.placesOf(last, active);
    }
    return { version, bases, snapshot: snapshot ?? new Map(), rows: this.rows(), active };
  }

  /** Undefined when the version was never active with a row to remember; empty for the active one, whose rows are where they are. */
  private placesOf({ version }: TaxonomyVersion, active: ActiveTaxonomy): Map<number, CategoryPath> | undefined {
    if (version === active.version) return new Map();
    const rows = this.selectSnapshot.all(version);
    return rows.length === 0 ? undefined : new Map(rows.map((row) => [row.path_id, readPath(row.display)]));
  }

  private rows(): CategoryRow[] {
    return this.selectRows.all().map(({ id, display, documents }) => ({ id, current: readPath(display), documents }));
  }
}
