import { SqliteThread, threadError } from '../../../shared/infrastructure/database/sqlite-thread.js';
import { Injectable } from '@nestjs/common';
import { MainDatabase } from '../../../shared/infrastructure/database/databases.js';
import { FitReply } from './fit-on-store.js';
import { EmbeddingFitter, FittedEmbedding } from '../domain/embedding-models.js';

/** Heap limit of the fitting in megabytes: exceeding it must end the fitting, not the service. */
const HEAP_MB = 1_400;
/** Space for short-lived objects: there are few here, and a thread never returns this memory. */
const YOUNG_MB = 6;

/** Fits in a thread that ends with the fitting. */
@Injectable()
export class FitThread extends EmbeddingFitter {
  constructor(private readonly database: MainDatabase) {
    super();
  }

  fit(progress: (share: number) => void, signal?: AbortSignal): Promise<FittedEmbedding | undefined> {
    signal?.throwIfAborted();
    const worker = new SqliteThread(new URL('./fit-worker.js', import.meta.url), {
      workerData: this.database.file,
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB, maxYoungGenerationSizeMb: YOUNG_MB },
    });
    return new Promise<FittedEmbedding | undefined>((resolve, reject) => {
      const stop = () => {
        void worker.terminate();
        reject(new Error('The fitting of the embedding was stopped.'));
      };
      signal?.addEventListener('abort', stop, { once: true });
      worker.on('message', (message: FitReply) => {
        if (message.kind === 'progress') progress(message.share);
        else resolve(message.fitted);
      });
      worker.on('error', (thrown: unknown) => reject(threadError(thrown, 'fitting')));
      worker.on('exit', () => {
        signal?.removeEventListener('abort', stop);
        // After an answer this has no effect.
        reject(new Error('The fitting of the embedding ended without a result.'));
      });
    });
  }
}
