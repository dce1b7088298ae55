import { Injectable, OnModuleInit } from '@nestjs/common';
import { WriteAnswer } from '../../llm/application/write-answer.js';
import { CheckSearch } from '../../search/application/check-search.js';
import { HealthProbes } from '../../shared/domain/health-check.js';

/** Health of the parts that an answer needs. */
@Injectable()
export class PipelineProbes implements OnModuleInit {
  constructor(
    private readonly probes: HealthProbes,
    private readonly search: CheckSearch,
    private readonly writer: WriteAnswer,
  ) {}

  onModuleInit(): void {
    this.probes.register('search', () => this.search.index());
    this.probes.register('embedding', () => this.search.embedding());
    this.probes.register('reranker', () => Promise.resolve({ status: 'healthy', detail: 'heuristic' }));
    this.probes.register('llm', async () => ({
      status: (await this.writer.healthy()) ? 'healthy' : 'degraded',
      detail: `${this.writer.provider} ${this.writer.model}`,
    }));
  }
}
