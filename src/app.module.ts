import { DynamicModule, Global, Module } from '@nestjs/common';
import { AccessModule } from './access/access.module.js';
import { AgentScopes } from './access/domain/agent-scopes.js';
import { AgentFactoryModule } from './agent-factory/agent-factory.module.js';
import { FindAgentScope } from './agent-factory/application/find-agent-scope.js';
import { AuditModule } from './audit/audit.module.js';
import { CbrModule } from './cbr/cbr.module.js';
import { ConfigurationModule } from './config/configuration.module.js';
import { Environment } from './config/environment.js';
import { DocumentsModule } from './documents/documents.module.js';
import { QuotesModule } from './documents/quotes.module.js';
import { SourcesModule } from './documents/sources/sources.module.js';
import { FactCheckModule } from './fact-check/fact-check.module.js';
import { FeedbackModule } from './feedback/feedback.module.js';
import { HealthModule } from './health/health.module.js';
import { ExamplesModule } from './examples/examples.module.js';
import { GroupPreviewModule } from './group-preview/group-preview.module.js';
import { InsightsModule } from './insights/insights.module.js';
import { JobsModule } from './jobs/jobs.module.js';
import { McpModule } from './mcp/mcp.module.js';
import { OpenAiApiModule } from './openai-api/openai-api.module.js';
import { PipelineModule } from './pipeline/pipeline.module.js';
import { SearchWorkerPrewarm } from './search/index-memory/infrastructure/search-worker-prewarm.js';
import { SearchModule } from './search/search.module.js';
import { QuotingItems } from './shared/domain/quoting-items.js';
import { HealthProbes, ServiceInfo, Degradations } from './shared/domain/health-check.js';
import { TaxonomyVersion } from './shared/domain/category-path.js';
import { TrustedProxies } from './shared/infrastructure/trusted-proxies.js';
import { PublicAddress } from './shared/interface/public-address.js';
import { SharedModule } from './shared/infrastructure/shared.module.js';
import { SetupModule } from './setup/setup.module.js';
import { TaxonomyReader } from './taxonomy/application/taxonomy-reader.js';
import { ClassificationModule } from './taxonomy/classification.module.js';
import { TaxonomyModule } from './taxonomy/taxonomy.module.js';
import { TestAutomationModule } from './test-automation/test-automation.module.js';
import { WebhooksModule } from './webhooks/webhooks.module.js';
import { WebModule } from './web/web.module.js';
import { RequestStatistics } from './shared/domain/latency-window.js';

/** Version of the program; package.json says the same, which a test holds. */
export const VERSION = '0.2.0';

/** What crosses features without any of them knowing another: given here, at the composition root. */
@Global()
@Module({
  imports: [TaxonomyModule, AgentFactoryModule],
  providers: [
    { provide: HealthProbes, useFactory: () => new HealthProbes() },
    { provide: QuotingItems, useFactory: () => new QuotingItems() },
    { provide: RequestStatistics, useFactory: () => new RequestStatistics() },
    { provide: Degradations, useFactory: () => new Degradations() },
    {
      provide: ServiceInfo,
      inject: [Environment],
      useFactory: (environment: Environment) =>
        new ServiceInfo('touchstone', VERSION, {
          'B-O1': 'enabled',
          'B-O2': 'enabled',
          'B-O3': 'enabled',
          'B-O4': environment.CBR_ENABLED ? 'enabled' : 'disabled',
        }),
    },
    {
      provide: TaxonomyVersion,
      inject: [TaxonomyReader],
      useFactory: (taxonomy: TaxonomyReader): TaxonomyVersion => ({
        current: () => taxonomy.current(),
        degraded: () => taxonomy.degraded(),
      }),
    },
    {
      provide: AgentScopes,
      inject: [FindAgentScope],
      useFactory: (agents: FindAgentScope): AgentScopes => ({
        find: (agentId, filter) => agents.find(agentId, filter),
      }),
    },
  ],
  exports: [HealthProbes, QuotingItems, RequestStatistics, Degradations, ServiceInfo, TaxonomyVersion, AgentScopes],
})
class CompositionModule {}

/** Gives everyone the settings, and what was started before the modules. */
@Global()
@Module({})
class EnvironmentModule {}

@Module({})
export class AppModule {
  static with(environment: Environment, early?: SearchWorkerPrewarm): DynamicModule {
    const address = new PublicAddress(environment.PUBLIC_URL, new TrustedProxies(environment.TRUST_PROXY).trusts);
    const started = early === undefined ? [] : [{ provide: SearchWorkerPrewarm, useValue: early }];
    return {
      module: AppModule,
      imports: [
        {
          module: EnvironmentModule,
          providers: [
            { provide: Environment, useValue: environment },
            { provide: PublicAddress, useValue: address },
            ...started,
          ],
          exports: [Environment, PublicAddress, ...started.map(({ provide }) => provide)],
        },
        SharedModule,
        CompositionModule,
        ConfigurationModule,
        AuditModule,
        AccessModule,
        JobsModule,
        SearchModule,
        DocumentsModule,
        QuotesModule,
        SourcesModule,
        TaxonomyModule,
        ClassificationModule,
        PipelineModule,
        FactCheckModule,
        FeedbackModule,
        InsightsModule,
        GroupPreviewModule,
        ExamplesModule,
        AgentFactoryModule,
        OpenAiApiModule,
        McpModule,
        CbrModule,
        HealthModule,
        TestAutomationModule,
        WebhooksModule,
        SetupModule,
        WebModule,
      ],
    };
  }
}
