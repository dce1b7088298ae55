import { existsSync } from 'node:fs';
import type { Worker } from 'node:worker_threads';
import { SqliteThread } from '../../shared/infrastructure/database/sqlite-thread.js';
import { Injectable, Logger, OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import { Environment } from '../../config/environment.js';
import { storeFile, storeFolders } from '../../shared/infrastructure/database/embedded-file.js';
import { threadError } from '../../shared/infrastructure/thread-error.js';
import { STORE_FILES } from '../../shared/domain/store-files.js';

/** The start itself comes first. */
const FIRST_AFTER_MS = 10_000;
/** Disks fail slowly. */
const EVERY_MS = 24 * 60 * 60 * 1000;
/** The check reads row by row. */
const HEAP_MB = 64;

/**
 * Reads the files of the embedded store through, after the start and once a day, in a thread that stands behind everything else: whether
 * SQLite finds them whole, and whether each passage is the text of its document. A fault makes the store unhealthy until the next
 * start, since nobody knows which answers it touches.
 */
@Injectable()
export class StoreCheck implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger('store');
  private found: readonly string[] = [];
  private timer: NodeJS.Timeout | undefined;
  private worker: Worker | undefined;

  constructor(private readonly environment: Environment) {}

  /** What was found to be damaged, in words; empty as long as nothing was. */
  get faults(): readonly string[] {
    return this.found;
  }

  onApplicationBootstrap(): void {
    // With DATABASE_URL the shared database looks after itself, and the mirror is made anew at each start.
    if (this.environment.DATABASE_URL === undefined) this.wait(FIRST_AFTER_MS);
  }

  async onApplicationShutdown(): Promise<void> {
    clearTimeout(this.timer);
    await this.worker?.terminate();
  }

  /** Reads everything once. @throws Error when the thread fails for another reason than damage */
  async run(): Promise<readonly string[]> {
    const faults = await this.read();
    if (faults.length > 0) {
      this.found = faults;
      this.logger.error(
        `The store is damaged: ${faults.join('; ')}. Put a backup back: stop the server, then npm run touchstone -- restore.`,
      );
    }
    return faults;
  }

  private wait(ms: number): void {
    this.timer = setTimeout(() => {
      this.run()
        .catch((error: unknown) => this.logger.warn(`The store could not be checked: ${String(error)}`))
        .finally(() => this.wait(EVERY_MS));
    }, ms);
    this.timer.unref();
  }

  private files(): string[] {
    const folders = storeFolders(this.environment);
    return STORE_FILES.map((file) => storeFile(folders, file)).filter(existsSync);
  }

  private read(): Promise<readonly string[]> {
    const worker = new SqliteThread(new URL('./store-check-worker.js', import.meta.url), {
      workerData: this.files(),
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    });
    this.worker = worker;
    return new Promise((resolve, reject) => {
      worker.once('message', (faults: readonly string[]) => resolve(faults));
      worker.once('error', (thrown: unknown) => reject(threadError(thrown, 'store check')));
      // A thread that was ended has nothing to tell; after its message this changes nothing.
      worker.once('exit', () => resolve([]));
    });
  }
}
