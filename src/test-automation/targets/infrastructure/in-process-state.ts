import { Injectable } from '@nestjs/common';
import { ActiveConfiguration } from '../../../config/domain/configuration-version.js';
import { Environment } from '../../../config/environment.js';
import { ReadIndexStatus } from '../../../search/maintenance/application/read-index-status.js';
import { CategoryFilter } from '../../../shared/domain/category-filter.js';
import { ServiceInfo } from '../../../shared/domain/health-check.js';

/** The state of this system at the start of a session: version, components, configuration and stored documents. */
@Injectable()
export class InProcessState {
  constructor(
    private readonly service: ServiceInfo,
    private readonly environment: Environment,
    private readonly configuration: ActiveConfiguration,
    private readonly index: ReadIndexStatus,
  ) {}

  /** @param filter documents that the session may see; the state covers no others */
  async describe(filter: CategoryFilter): Promise<Readonly<Record<string, unknown>>> {
    const { environment } = this;
    const { version, hash, document } = this.configuration.current;
    const { documents, chunks, embedding } = await this.index.read(filter);
    const off = Object.entries(document.pipeline.components).filter(([, component]) => !component.enabled);
    return {
      target: 'self',
      version: this.service.version,
      documents,
      chunks,
      configuration: `${version} (${hash.slice(0, 12)})`,
      components_off: off.map(([name]) => name).join(', ') || 'none',
      synonym_groups: document.synonyms.groups.length,
      llm_provider: environment.LLM_PROVIDER,
      llm_model: environment.LLM_MODEL ?? null,
      embedding_provider: environment.EMBEDDING_PROVIDER,
      embedding_model: embedding.model,
      reranker: environment.RERANKER,
      timeout_multiplier: environment.PIPELINE_TIMEOUT_MULTIPLIER,
    };
  }
}
