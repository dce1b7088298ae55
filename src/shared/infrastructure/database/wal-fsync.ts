import { close, fdatasync, open } from 'node:fs';
import { promisify } from 'node:util';

/** The log file of a store. */
export interface LogFile {
  /** @throws the error of the disk */
  sync(): Promise<void>;
  close(): Promise<void>;
}

/** SQLite creates the log with its first write, and keeps this file until its last connection closes. */
class OpenedLog implements LogFile {
  private opening: Promise<number> | undefined;

  constructor(private readonly path: string) {}

  async sync(): Promise<void> {
    this.opening ??= promisify(open)(this.path, 'r+');
    const descriptor = await this.opening.catch((error: unknown) => {
      this.opening = undefined;
      throw error;
    });
    await promisify(fdatasync)(descriptor);
  }

  async close(): Promise<void> {
    if (this.opening !== undefined) await promisify(close)(await this.opening);
  }
}

/**
 * Syncs a store's log to the disk without blocking the main thread: SQLite itself would wait for the disk inside of COMMIT. A transaction
 * that was committed under `synchronous = NORMAL` is in the log, or a checkpoint, which syncs both files, has copied it into the database
 * file (https://www.sqlite.org/wal.html); after the sync it survives a power cut like a transaction under FULL.
 */
export class WalFsync {
  private readonly log: LogFile;
  private running: Promise<void> | undefined;
  private next: Promise<void> | undefined;

  /** @param log path of the store, or its log */
  constructor(log: string | LogFile) {
    // SQLite's locks are on other files of the store, so closing this one releases none of them.
    this.log = typeof log === 'string' ? new OpenedLog(`${log}-wal`) : log;
  }

  /**
   * Resolves when everything committed before the call is on the disk. Calls during a sync share the next one, since the running one may
   * have started before their commit.
   * @throws the error of the disk, after which the contents of the disk are unknown
   */
  sync(): Promise<void> {
    if (this.running === undefined) return this.begin();
    this.next ??= this.running.catch(() => undefined).then(() => this.begin());
    return this.next;
  }

  async close(): Promise<void> {
    await (this.next ?? this.running)?.catch(() => undefined);
    await this.log.close();
  }

  private begin(): Promise<void> {
    this.next = undefined;
    this.running = this.log.sync().finally(() => {
      this.running = undefined;
    });
    return this.running;
  }
}
