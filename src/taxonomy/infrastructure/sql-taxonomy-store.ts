import { Injectable } from '@nestjs/common';
import { readGroups } from '../../shared/domain/access-groups.js';
import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { CategoryPath, foldPath } from '../../shared/domain/category-path.js';
import { CategoryPathRegistry } from '../../shared/infrastructure/database/category-path-registry.js';
import { PostgresCategoryPaths } from '../../shared/infrastructure/database/postgres/postgres-category-paths.js';
import { PostgresDatabase } from '../../shared/infrastructure/database/postgres/postgres-database.js';
import { Sql, sql, trusted } from '../../shared/infrastructure/database/postgres/sql.js';
import { MainSqlStore } from '../../shared/infrastructure/database/sql-store.js';
import { Lineage } from '../domain/lineage.js';
import { CategoryRow, Placement } from '../domain/placement.js';
import { TaxonomyRecords, TaxonomyStore } from '../domain/taxonomy-store.js';
import { ActiveTaxonomy, TaxonomyDiff, TaxonomyVersion, TaxonomyVersionSummary } from '../domain/taxonomy-version.js';
import { ListedRow, toSummary, toVersion, VersionRow, readPath } from './version-row.js';
import { categoryCondition } from '../../shared/infrastructure/database/filter-condition.js';

/** Versions and paths: committed data, or inside a transaction also its own writes. */
@Injectable()
export class SqlTaxonomyRecords extends TaxonomyRecords {
  /** Versions are never deleted, so the row number gives the order of creation. */
  private readonly number: Sql;
  private readonly ofCollection: Sql;

  constructor(private readonly store: MainSqlStore) {
    super();
    const isShared = store.dialect.name === 'postgres';
    this.number = trusted(isShared ? 'v.number' : 'v.rowid');
    this.ofCollection = trusted(isShared ? 'd.collection = 1 AND' : '');
  }

  active(): Promise<ActiveTaxonomy | undefined> {
    return this.store.one<ActiveTaxonomy>(
      sql`SELECT version, activated_at AS "activatedAt" FROM taxonomy_active WHERE id = 1`,
    );
  }

  async version(name: string): Promise<TaxonomyVersion | undefined> {
    const row = await this.store.one<VersionRow>(
      sql`SELECT version, base_version, created_at, operations, categories FROM taxonomy_versions WHERE version = ${name}`,
    );
    return row === undefined ? undefined : toVersion(row);
  }

  async holdsDocuments(path: CategoryPath, filter: CategoryFilter): Promise<boolean> {
    const found = await this.store.one(
      sql`SELECT 1 FROM category_prefixes p JOIN documents d ON ${this.ofCollection} d.path_id = p.path_id
          WHERE p.prefix = ${foldPath(path)} AND ${categoryCondition(this.store.dialect, filter, 'd.path_id')} LIMIT 1`,
    );
    return found !== undefined;
  }

  /** All reads use one snapshot, so an activation in between cannot mix two versions. */
  lineage(version: string): Promise<Lineage | undefined> {
    return this.store.transaction(() => this.readLineage(version), { snapshot: true });
  }

  async list(before: number, limit: number): Promise<readonly { number: number; summary: TaxonomyVersionSummary }[]> {
    const rows = await this.store.query<ListedRow>(
      sql`SELECT ${this.number} AS number, v.version, v.base_version, v.created_at, a.activated_at
          FROM taxonomy_versions v LEFT JOIN taxonomy_active a ON a.version = v.version
          WHERE CAST(${before} AS bigint) = 0 OR ${this.number} < CAST(${before} AS bigint) ORDER BY ${this.number} DESC LIMIT ${limit}`,
    );
    return rows.map((row) => ({ number: row.number, summary: toSummary(row) }));
  }

  private async readLineage(name: string): Promise<Lineage | undefined> {
    const active = await this.active();
    const version = await this.version(name);
    if (active === undefined || version === undefined) return undefined;
    const bases: TaxonomyVersion[] = [];
    let last = version;
    let snapshot = await this.placesOf(last, active);
    while (snapshot === undefined) {
      const base = last.baseVersion === null ? undefined : await this.version(last.baseVersion);
      if (base === undefined) break;
      last = base;
      bases.push(last);
      snapshot = await this.placesOf(last, active);
    }
    return { version, bases, snapshot: snapshot ?? new Map(), rows: await this.rows(), active };
  }

  /** Undefined when the version was never active with a row to store; empty for the active one, whose rows have their current paths. */
  private async placesOf(
    { version }: TaxonomyVersion,
    active: ActiveTaxonomy,
  ): Promise<Map<number, CategoryPath> | undefined> {
    if (version === active.version) return new Map();
    const rows = await this.store.query<{ path_id: number; current_path: string }>(
      sql`SELECT path_id, current_path FROM taxonomy_snapshots WHERE version = ${version}`,
    );
    return rows.length === 0 ? undefined : new Map(rows.map((row) => [row.path_id, readPath(row.current_path)]));
  }

  private async rows(): Promise<CategoryRow[]> {
    const rows = await this.store.query<{ id: number; current_path: string; access_groups: string; documents: number }>(
      sql`SELECT c.id, c.current_path, c.access_groups, (SELECT count(*) FROM documents d WHERE ${this.ofCollection} d.path_id = c.id) AS documents
          FROM category_paths c ORDER BY c.id`,
    );
    return rows.map(({ id, current_path, access_groups, documents }) => ({
      id,
      current: readPath(current_path),
      groups: readGroups(access_groups),
      documents,
    }));
  }
}

/** Write access to the taxonomy. */
@Injectable()
export class SqlTaxonomyStore extends TaxonomyStore {
  readonly uncommitted: TaxonomyRecords;

  /** @param registry the rows of categories in the embedded store */
  constructor(
    private readonly store: MainSqlStore,
    private readonly registry: CategoryPathRegistry,
  ) {
    super();
    this.uncommitted = new SqlTaxonomyRecords(store);
  }

  async insert(version: TaxonomyVersion, diff: TaxonomyDiff): Promise<void> {
    await this.store
      .change(sql`INSERT INTO taxonomy_versions (version, base_version, created_at, operations, diff, categories)
      VALUES (${version.version}, ${version.baseVersion}, ${version.createdAt}, ${JSON.stringify(version.operations)},
        ${JSON.stringify(diff)}, ${JSON.stringify(version.categories)})`);
  }

  async keepPlaces(version: string): Promise<void> {
    await this.store.change(sql`INSERT INTO taxonomy_snapshots (version, path_id, current_path)
      SELECT ${version}, id, current_path FROM category_paths WHERE 1 = 1
      ON CONFLICT (version, path_id) DO UPDATE SET current_path = excluded.current_path`);
  }

  async place(moves: readonly Placement[], yieldIfDue: () => Promise<void>): Promise<void> {
    if (!(this.store instanceof PostgresDatabase)) return this.registry.moveAll(moves, yieldIfDue);
    const paths = new PostgresCategoryPaths(this.store, '');
    for (const { id, path } of moves) await paths.move(id, path);
  }

  async setActive({ version, activatedAt }: ActiveTaxonomy): Promise<void> {
    await this.store
      .change(sql`INSERT INTO taxonomy_active (id, version, activated_at) VALUES (1, ${version}, ${activatedAt})
      ON CONFLICT (id) DO UPDATE SET version = excluded.version, activated_at = excluded.activated_at`);
  }
}
