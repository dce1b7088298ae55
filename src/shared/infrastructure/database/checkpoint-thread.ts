import type { Worker } from 'node:worker_threads';
import { SqliteThread } from './sqlite-thread.js';
import { BeforeApplicationShutdown, Injectable, Logger, OnApplicationBootstrap } from '@nestjs/common';
import { threadError } from '../thread-error.js';
import { Connections, MainDatabase, WorkDatabase } from './databases.js';
import { IN_MEMORY } from './embedded-file.js';
import { copyLogFrom, OWN_LOG_BYTES } from './sqlite-database.js';

/**
 * Length of the log at which a writer copies them back itself although the thread does. While writes never rest the log cannot
 * begin anew by the thread alone: there is always a commit that it has not copied yet.
 */
const LONG_LOG_BYTES = 32 * 1024 * 1024;

/**
 * Copies the logs of the embedded stores into their files in a thread of its own. The writer would do it in the commit that makes the
 * log long, on the thread that answers requests: 10 to 30 ms for 4 MB and two syncs of the disk, and 350 after a reader kept the log.
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
