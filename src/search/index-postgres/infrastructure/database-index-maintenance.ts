import { Logger } from '@nestjs/common';
import { HnswIndex } from './hnsw-index.js';
import { DocumentSample } from './sampled-embedding-training.js';
import { SegmentMerger } from './segment-merger.js';
import { PostingsMaintenance } from './postings-maintenance.js';
import { readPosition } from '../../../shared/infrastructure/database/postgres/postgres-transaction.js';
import { IndexVersion } from '../../domain/indexed-passage.js';
import { DatabaseSearch } from './database-ranking.js';

/** Interval at which a new embedding, or many new vectors, are detected. */
const EVERY_MS = 5_000;

/**
 * Maintains words and vectors in the database, in the background. Every process runs it; work that one has done is
 * skipped by the others.
 */
export class DatabaseIndexMaintenance {
  private readonly logger = new Logger('index');
  private readonly stopping = new AbortController();
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;

  constructor(
    private readonly words: PostingsMaintenance,
    private readonly segments: SegmentMerger,
    private readonly graph: HnswIndex,
    private readonly sample: DocumentSample,
  ) {}

  /** When this returns, searches find everything. */
  async start(): Promise<void> {
    await this.words.begin();
    await this.sample.draw();
    await this.trying(() => this.tendWords());
    // A graph of a million vectors takes a quarter of an hour, during which searches compare with each of them.
    void this.look();
    this.timer = setInterval(() => void this.look(), EVERY_MS);
    this.timer.unref();
  }

  /** Waits until searches use the embedding that was chosen last. */
  async renewed(): Promise<void> {
    await this.running;
    await this.look();
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    this.stopping.abort();
    await this.running;
  }

  /** One run at a time. */
  private look(): Promise<void> {
    this.running ??= this.work().finally(() => {
      this.running = undefined;
    });
    return this.running;
  }

  private async work(): Promise<void> {
    await this.trying(async () => {
      await this.tendWords();
      await this.graph.tend(this.stopping.signal);
      await this.sample.follow();
    });
  }

  private async tendWords(): Promise<void> {
    const { signal } = this.stopping;
    await this.words.renewPoints(signal);
    await this.segments.tend(signal);
  }

  private async trying(work: () => Promise<void>): Promise<void> {
    const { signal } = this.stopping;
    try {
      if (!signal.aborted) await work();
    } catch (error) {
      if (!signal.aborted) this.logger.warn({ err: error }, 'maintenance of the database index failed; retrying');
    }
  }
}

/**
 * The position of the shared store. Searches read that store directly, so only the names of rule books have to be kept
 * up to date.
 */
export class DatabaseIndexVersion extends IndexVersion {
  private position = -1;

  constructor(private readonly search: Pick<DatabaseSearch, 'database' | 'books' | 'position'>) {
    super();
  }

  current(): number {
    return this.position;
  }

  async settled(signal?: AbortSignal): Promise<void> {
    const position = await readPosition(this.search.database, 'documents', signal);
    this.search.position = Math.max(this.search.position, position);
    await this.search.books.settle(position);
    this.position = Math.max(this.position, position);
  }
}
