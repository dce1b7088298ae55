import { Module } from '@nestjs/common';
import { MainDatabase } from '../shared/infrastructure/database/databases.js';
import { ActivateTaxonomyVersion } from './application/activate-taxonomy-version.js';
import { CreateTaxonomyVersion } from './application/create-taxonomy-version.js';
import { CurrentTaxonomy } from './application/current-taxonomy.js';
import { EnsureFirstTaxonomy } from './application/ensure-first-taxonomy.js';
import { FindMissingCategories } from './application/find-missing-categories.js';
import { ListTaxonomyVersions } from './application/list-taxonomy-versions.js';
import { ReadTaxonomyTree } from './application/read-taxonomy-tree.js';
import { TaxonomyRecords, TaxonomyStore } from './domain/taxonomy-store.js';
import { SqliteTaxonomyRecords } from './infrastructure/sqlite-taxonomy-records.js';
import { SqliteTaxonomyStore } from './infrastructure/sqlite-taxonomy-store.js';
import { TaxonomyController } from './interface/taxonomy.controller.js';

/** Needs MainDatabase, Transaction, Clock and CategoryPathRegistry from a global module. */
@Module({
  controllers: [TaxonomyController],
  providers: [
    {
      provide: TaxonomyRecords,
      useFactory: (database: MainDatabase) => new SqliteTaxonomyRecords(database.reader),
      inject: [MainDatabase],
    },
    { provide: TaxonomyStore, useClass: SqliteTaxonomyStore },
    CurrentTaxonomy,
    EnsureFirstTaxonomy,
    ListTaxonomyVersions,
    ReadTaxonomyTree,
    FindMissingCategories,
    CreateTaxonomyVersion,
    ActivateTaxonomyVersion,
  ],
  exports: [CurrentTaxonomy, FindMissingCategories],
})
export class TaxonomyModule {}
