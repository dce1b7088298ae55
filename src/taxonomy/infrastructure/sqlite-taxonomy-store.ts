import { Injectable } from '@nestjs/common';
import type Database from 'better-sqlite3';
import { CategoryPathRegistry } from '../../shared/infrastructure/database/category-path-registry.js';
import { MainDatabase } from '../../shared/infrastructure/database/databases.js';
import { Placement } from '../domain/placement.js';
import { TaxonomyRecords, TaxonomyStore } from '../domain/taxonomy-store.js';
import { ActiveTaxonomy, TaxonomyDiff, TaxonomyVersion } from '../domain/taxonomy-version.js';
import { SqliteTaxonomyRecords } from './sqlite-taxonomy-records.js';

@Injectable()
export class SqliteTaxonomyStore extends TaxonomyStore {
  readonly uncommitted: TaxonomyRecords;
  private readonly db: Database.Database;

  constructor(
    database: MainDatabase,
    private readonly registry: CategoryPathRegistry,
  ) {
    super();
    this.db = database.writer;
    this.uncommitted = new SqliteTaxonomyRecords(database.writer);
  }

  insert(version: TaxonomyVersion, diff: TaxonomyDiff): Promise<void> {
    this.db
      .prepare(
        'INSERT INTO taxonomy_versions (version, base_version, created_at, operations, diff, categories) VALUES (?, ?, ?, ?, ?, ?)',
      )
      .run(
        version.version,
        version.baseVersion,
        version.createdAt,
        JSON.stringify(version.operations),
        JSON.stringify(diff),
        JSON.stringify(version.categories),
      );
    return Promise.resolve();
  }

  keepPlaces(version: string): Promise<void> {
    this.db
      .prepare(
        'INSERT OR REPLACE INTO taxonomy_snapshots (version, path_id, display) SELECT ?, id, display FROM category_paths',
      )
      .run(version);
    return Promise.resolve();
  }

  place(moves: readonly Placement[], whenDue: () => Promise<void>): Promise<void> {
    return this.registry.moveAll(moves, whenDue);
  }

  setActive({ version, activatedAt }: ActiveTaxonomy): Promise<void> {
    this.db
      .prepare('INSERT OR REPLACE INTO taxonomy_active (id, version, activated_at) VALUES (1, ?, ?)')
      .run(version, activatedAt);
    return Promise.resolve();
  }
}
