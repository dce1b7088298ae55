import { Injectable } from '@nestjs/common';
import { UNRESTRICTED } from '../../shared/domain/category-filter.js';
import { Clock, today } from '../../shared/domain/clock.js';
import { ComponentHealth } from '../../shared/domain/health-check.js';
import { EmbeddingUnavailableError, EmbeddingProviders } from '../embedding/domain/embedder.js';
import { PassageRanking } from '../ranking/domain/passage-ranking.js';
import { ReadIndexStatus } from '../maintenance/application/read-index-status.js';

/** Checks the index and the embedding with a real question. */
@Injectable()
export class CheckSearch {
  constructor(
    private readonly ranking: PassageRanking,
    private readonly status: ReadIndexStatus,
    private readonly providers: EmbeddingProviders,
    private readonly clock: Clock,
  ) {}

  async index(): Promise<ComponentHealth> {
    await this.ranking.rank({
      query: 'health',
      topK: 1,
      mode: 'bm25',
      rerank: false,
      scope: { filter: UNRESTRICTED, asOf: today(this.clock) },
      synonyms: false,
      feedback: false,
      vector: undefined,
    });
    const { chunks, pending } = await this.status.read(UNRESTRICTED);
    const waiting = pending === undefined ? '' : `, ${pending.remaining} wait for their vector of ${pending.model}`;
    return { status: 'healthy', detail: `${chunks} passages${waiting}` };
  }

  /** Without vectors, search falls back to BM25: degraded, not broken. */
  async embedding(): Promise<ComponentHealth> {
    const served = await this.ranking.served();
    const provider = this.providers.configured;
    if (provider === undefined) return { status: 'healthy', detail: served.model };
    try {
      await provider.embed(['health'], { purpose: 'query' });
      const instead = served.model === provider.model ? '' : `; ${served.model} serves until its vectors are complete`;
      return { status: 'healthy', detail: `${provider.model}${instead}` };
    } catch (error) {
      const reason = error instanceof EmbeddingUnavailableError ? ` (${error.reason})` : '';
      return { status: 'degraded', detail: `${provider.model} does not answer${reason}; search uses words only` };
    }
  }
}
