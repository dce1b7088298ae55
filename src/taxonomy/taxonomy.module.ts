import { Module } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { Environment } from '../config/environment.js';
import { Clock } from '../shared/domain/clock.js';
import { HealthProbes } from '../shared/domain/health-check.js';
import { ActivateTaxonomyVersion } from './application/activate-taxonomy-version.js';
import { CreateTaxonomyVersion } from './application/create-taxonomy-version.js';
import { CurrentTaxonomy } from './application/current-taxonomy.js';
import { EnsureFirstTaxonomy } from './application/ensure-first-taxonomy.js';
import { FindMissingCategories } from './application/find-missing-categories.js';
import { OwnTaxonomy, ListTaxonomyVersions } from './application/own-taxonomy.js';
import { ReadTaxonomyTree } from './application/read-taxonomy-tree.js';
import { ServedTaxonomy } from './application/served-taxonomy.js';
import { TaxonomyReader } from './application/taxonomy-reader.js';
import { TaxonomyRecords, TaxonomyStore } from './domain/taxonomy-store.js';
import { TaxonomyCacheFile } from './infrastructure/taxonomy-cache-file.js';
import { CachedTaxonomyService } from './infrastructure/cached-taxonomy-service.js';
import { SqlTaxonomyRecords, SqlTaxonomyStore } from './infrastructure/sql-taxonomy-store.js';
import { TaxonomyClient } from './infrastructure/taxonomy-client.js';
import { TaxonomyServiceWatch } from './infrastructure/taxonomy-service-watch.js';
import { TaxonomyController } from './interface/taxonomy.controller.js';

/** The external service of TAXONOMY_BASE, or nothing if this server keeps the taxonomy. */
const SERVED = Symbol('served taxonomy');

/** Needs Environment, HealthProbes, MainSqlStore, Transaction, Clock and CategoryPathRegistry from a global module. */
@Module({
  controllers: [TaxonomyController],
  providers: [
    { provide: TaxonomyRecords, useClass: SqlTaxonomyRecords },
    { provide: TaxonomyStore, useClass: SqlTaxonomyStore },
    CurrentTaxonomy,
    OwnTaxonomy,
    {
      provide: SERVED,
      inject: [Environment, Clock],
      useFactory: ({ TAXONOMY_BASE, DATA_DIR }: Environment, clock: Clock) =>
        TAXONOMY_BASE === undefined
          ? undefined
          : new CachedTaxonomyService(
              new TaxonomyClient(TAXONOMY_BASE),
              new TaxonomyCacheFile(DATA_DIR, TAXONOMY_BASE),
              clock,
            ),
    },
    {
      provide: TaxonomyReader,
      inject: [SERVED, OwnTaxonomy, TaxonomyRecords],
      useFactory: (
        served: CachedTaxonomyService | undefined,
        own: OwnTaxonomy,
        records: TaxonomyRecords,
      ): TaxonomyReader => (served === undefined ? own : new ServedTaxonomy(served, own, records)),
    },
    {
      provide: TaxonomyServiceWatch,
      inject: [SERVED, HealthProbes, ModuleRef],
      useFactory: (served: CachedTaxonomyService | undefined, probes: HealthProbes, modules: ModuleRef) =>
        served === undefined ? undefined : new TaxonomyServiceWatch(served, probes, modules),
    },
    EnsureFirstTaxonomy,
    ListTaxonomyVersions,
    ReadTaxonomyTree,
    FindMissingCategories,
    CreateTaxonomyVersion,
    ActivateTaxonomyVersion,
  ],
  exports: [TaxonomyReader],
})
export class TaxonomyModule {}
