import { close, fdatasync, open } from 'node:fs';
import { promisify } from 'node:util';

/** The log of a store as a file. */
export interface LogFile {
  /** @throws the error of the disk */
  sync(): Promise<void>;
  close(): Promise<void>;
}

/** SQLite makes the log with its first write, and keeps the same file until its last connection closes. */
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
 * Puts a store's log on the disk without the thread that answers requests: SQLite itself would wait for the disk inside of COMMIT.
 * A transaction that was committed under `synchronous = NORMAL` stands in the log, or was copied into the file by a checkpoint, which
 * syncs both (https://www.sqlite.org/wal.html); once the log is synced it survives a power cut as one committed under FULL does.
 */
export class WalFsync {
  private readonly log: LogFile;
  private running: Promise<void> | undefined;
  private next: Promise<void> | undefined;

  /** @param log path of the store, or its log */
  constructor(log: string | LogFile) {
    // SQLite's locks are on other files of the store, so that closing this one gives none of them up.
    this.log = typeof log === 'string' ? new OpenedLog(`${log}-wal`) : log;
  }

  /**
   * What was committed before the call is on the disk afterwards. Calls during a sync share the next one, as the running one may have
   * begun before their commit.
   * @throws the error of the disk, after which nobody knows what it holds
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
