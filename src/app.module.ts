import { DynamicModule, Global, Module } from '@nestjs/common';
import { AccessModule } from './access/access.module.js';
import { Environment } from './config/environment.js';
import { DocumentsModule } from './documents/documents.module.js';
import { HealthModule } from './health/health.module.js';
import { JobsModule } from './jobs/jobs.module.js';
import { PipelineModule } from './pipeline/pipeline.module.js';
import { PlannedModule } from './planned/planned.module.js';
import { SearchModule } from './search/search.module.js';
import { HealthProbes } from './shared/domain/health-check.js';
import { RequestStatistics } from './shared/domain/request-statistics.js';
import { ServiceInfo } from './shared/domain/service-info.js';
import { TaxonomyVersion } from './shared/domain/taxonomy-version.js';
import { SharedModule } from './shared/infrastructure/shared.module.js';
import { CurrentTaxonomy } from './taxonomy/application/current-taxonomy.js';
import { ClassificationModule } from './taxonomy/classification.module.js';
import { TaxonomyModule } from './taxonomy/taxonomy.module.js';
import { WebModule } from './web/web.module.js';

/** Version of the program; package.json says the same, which a test holds. */
export const VERSION = '0.1.0';

/** What crosses features without any of them knowing another: given here, at the composition root. */
@Global()
@Module({
  imports: [TaxonomyModule],
  providers: [
    { provide: HealthProbes, useFactory: () => new HealthProbes() },
    { provide: RequestStatistics, useFactory: () => new RequestStatistics() },
    {
      provide: ServiceInfo,
      inject: [Environment],
      useFactory: (environment: Environment) =>
        new ServiceInfo('touchstone', VERSION, {
          'B-O1': 'not_available',
          'B-O2': 'enabled',
          'B-O3': 'enabled',
          'B-O4': environment.CBR_ENABLED ? 'not_available' : 'disabled',
        }),
    },
    {
      provide: TaxonomyVersion,
      inject: [CurrentTaxonomy],
      useFactory: (taxonomy: CurrentTaxonomy): TaxonomyVersion => ({ current: () => taxonomy.version() }),
    },
  ],
  exports: [HealthProbes, RequestStatistics, ServiceInfo, TaxonomyVersion],
})
class CompositionModule {}

/** Gives the settings to everyone. */
@Global()
@Module({})
class EnvironmentModule {}

@Module({})
export class AppModule {
  static with(environment: Environment): DynamicModule {
    return {
      module: AppModule,
      imports: [
        {
          module: EnvironmentModule,
          providers: [{ provide: Environment, useValue: environment }],
          exports: [Environment],
        },
        SharedModule,
        CompositionModule,
        AccessModule,
        JobsModule,
        SearchModule,
        DocumentsModule,
        TaxonomyModule,
        ClassificationModule,
        PipelineModule,
        HealthModule,
        PlannedModule,
        WebModule,
      ],
    };
  }
}
