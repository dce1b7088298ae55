import { Injectable } from '@nestjs/common';
import { UNRESTRICTED } from '../../shared/domain/category-filter.js';
import { Clock, isoDay } from '../../shared/domain/clock.js';
import { ComponentHealth } from '../../shared/domain/health-check.js';
import { Embedder, SearchIndex } from '../domain/search-index.js';

/** Asks the index and the embedding a real question. */
@Injectable()
export class CheckSearch {
  constructor(
    private readonly searchIndex: SearchIndex,
    private readonly embedder: Embedder,
    private readonly clock: Clock,
  ) {}

  async index(): Promise<ComponentHealth> {
    const statistics = await this.searchIndex.statistics();
    await this.searchIndex.lexical(['health'], 1, { filter: UNRESTRICTED, asOf: isoDay(this.clock.now()) });
    const waiting = statistics.unembedded > 0 ? `, ${statistics.unembedded} wait for their vector` : '';
    return { status: 'healthy', detail: `${statistics.chunks} passages${waiting}` };
  }

  /** Without vectors search goes on by words: degraded, not broken. */
  async embedding(): Promise<ComponentHealth> {
    try {
      await this.embedder.embed(['health']);
      return { status: 'healthy', detail: this.embedder.model };
    } catch {
      return { status: 'degraded', detail: `${this.embedder.model} does not answer; search goes on by words` };
    }
  }
}
