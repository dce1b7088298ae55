import type { Worker } from 'node:worker_threads';
import { SqliteThread, threadError } from './sqlite-thread.js';
import { BeforeApplicationShutdown, Injectable, Logger, OnApplicationBootstrap } from '@nestjs/common';
import { Connections, MainDatabase, WorkDatabase } from './databases.js';
import { IN_MEMORY } from './embedded-file.js';
import { copyLogFrom, OWN_LOG_BYTES } from './sqlite-database.js';

/**
 * Length of the log at which a writer runs a checkpoint itself, in addition to the thread. Under continuous writes the thread alone cannot
 * reset the log: there is always a commit that it has not copied yet.
 */
const LONG_LOG_BYTES = 32 * 1024 * 1024;

/**
 * Runs the checkpoints of the embedded stores in a separate thread. Otherwise the writer would run them in a commit, on the main thread: 10
 * to 30 ms for 4 MB and two syncs of the disk, and 350 ms after a reader held the log.
 */
@Injectable()
export class CheckpointThread implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('store');
  private readonly stores: readonly Connections[];
  private worker: Worker | undefined;

  constructor(main: MainDatabase, work: WorkDatabase) {
    this.stores = [main, work].filter(({ file }) => file !== IN_MEMORY);
  }

  onApplicationBootstrap(): void {
    if (this.stores.length === 0) return;
    this.worker = new SqliteThread(new URL('./checkpoint-worker.js', import.meta.url), {
      workerData: this.stores.map(({ file }) => file),
    });
    this.worker.on('error', (thrown: unknown) => {
      this.logger.error(
        { err: threadError(thrown, 'checkpoint') },
        'the logs of the store are copied by the writer again',
      );
      this.writersCopyFrom(OWN_LOG_BYTES);
    });
    this.worker.unref();
    this.writersCopyFrom(LONG_LOG_BYTES);
  }

  /** The stores are closed after this: the last connection to a store removes its log. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.worker?.terminate();
  }

  private writersCopyFrom(bytes: number): void {
    for (const { writer } of this.stores) if (writer.open) copyLogFrom(writer, bytes);
  }
}
