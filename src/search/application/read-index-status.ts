import { Injectable } from '@nestjs/common';
import { IndexMaintenance } from '../domain/index-maintenance.js';
import { Embedder, SearchIndex } from '../domain/search-index.js';
import { OptimizeIndex } from './optimize-index.js';

export interface IndexStatus {
  readonly documents: number;
  readonly chunks: number;
  readonly unembedded: number;
  readonly sizeBytes: number;
  readonly embeddingModel: string;
  readonly dimensions: number;
  readonly optimizedAt: string | undefined;
  readonly optimizing: boolean;
  /** Vectors are missing, or so much changed since the last upkeep that another one pays. */
  readonly stale: boolean;
}

/** Below this many changes upkeep is not worth a job, whatever their share. */
const MIN_CHANGES = 5_000;

@Injectable()
export class ReadIndexStatus {
  constructor(
    private readonly index: SearchIndex,
    private readonly embedder: Embedder,
    private readonly maintenance: IndexMaintenance,
    private readonly optimize: OptimizeIndex,
  ) {}

  async execute(): Promise<IndexStatus> {
    const statistics = await this.index.statistics();
    const changes = await this.maintenance.changesSince();
    return {
      ...statistics,
      embeddingModel: this.embedder.model,
      dimensions: this.embedder.dimensions,
      optimizedAt: await this.maintenance.lastOptimized(),
      optimizing: this.optimize.running,
      stale: statistics.unembedded > 0 || (changes > MIN_CHANGES && changes > statistics.chunks / 2),
    };
  }
}
