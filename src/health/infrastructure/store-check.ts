import { existsSync } from 'node:fs';
import type { Worker } from 'node:worker_threads';
import { SqliteThread, threadError } from '../../shared/infrastructure/database/sqlite-thread.js';
import { Injectable, Logger, OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import { Environment } from '../../config/environment.js';
import {
  AccessDatabase,
  type Connections,
  MainDatabase,
  WorkDatabase,
} from '../../shared/infrastructure/database/databases.js';
import { storeFile, storeFolders } from '../../shared/infrastructure/database/embedded-file.js';
import { STORE_FILES } from '../../shared/domain/store-files.js';

/** The startup completes first. */
const FIRST_AFTER_MS = 10_000;
/** Retried if files appeared or disappeared during the read. */
const AGAIN_AFTER_MS = 60_000;
/** Disks fail slowly. */
const EVERY_MS = 24 * 60 * 60 * 1000;
/** The check reads row by row. */
const HEAP_MB = 64;

/**
 * Reads all files of the embedded store after startup and once a day, in a low-priority thread. Checks whether SQLite
 * finds the files intact, and whether each chunk equals the text of its document. A fault makes the store unhealthy
 * until the next start, since any answer may be affected.
 */
@Injectable()
export class StoreCheck implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger('store');
  private found: readonly string[] = [];
  private timer: NodeJS.Timeout | undefined;
  private worker: Worker | undefined;

  constructor(
    private readonly environment: Environment,
    private readonly main: MainDatabase,
    private readonly work: WorkDatabase,
    private readonly access: AccessDatabase,
  ) {}

  /** Detected damage as text; empty if none. */
  get faults(): readonly string[] {
    return this.found;
  }

  onApplicationBootstrap(): void {
    // With DATABASE_URL the shared database checks itself, and the replica is rebuilt at each start.
    if (this.environment.DATABASE_URL === undefined) this.wait(FIRST_AFTER_MS);
  }

  async onApplicationShutdown(): Promise<void> {
    clearTimeout(this.timer);
    await this.worker?.terminate();
  }

  /**
   * Checks everything once.
   * @returns the damage; undefined if a file was removed or replaced meanwhile, since the result is then not valid for
   * the store
   * @throws Error if the thread fails for another reason than damage
   */
  async run(): Promise<readonly string[] | undefined> {
    const before = this.timesReplaced();
    const faults = await this.read();
    if (this.timesReplaced() !== before || this.databases().some((one) => one.isReplaced)) return undefined;
    if (faults.length > 0) {
      this.found = faults;
      this.logger.error(
        `The store is damaged: ${faults.join('; ')}. Put a backup back: stop the server, then npx touchstone restore.`,
      );
    }
    return faults;
  }

  private wait(ms: number): void {
    this.timer = setTimeout(() => void this.runAndWait(), ms);
    this.timer.unref();
  }

  private async runAndWait(): Promise<void> {
    try {
      this.wait((await this.run()) === undefined ? AGAIN_AFTER_MS : EVERY_MS);
    } catch (error) {
      this.logger.warn(`Failed to check the store: ${String(error)}`);
      this.wait(EVERY_MS);
    }
  }

  private databases(): Connections[] {
    return [this.main, this.work, this.access];
  }

  private timesReplaced(): number {
    let times = 0;
    for (const database of this.databases()) {
      database.checkFile();
      times += database.timesReplaced;
    }
    return times;
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
      // A thread that was ended sends no result; after its message this has no effect.
      worker.once('exit', () => resolve([]));
    });
  }
}
