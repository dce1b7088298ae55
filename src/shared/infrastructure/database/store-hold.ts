import path from 'node:path';
import { Injectable, Logger, OnApplicationShutdown } from '@nestjs/common';
import Database from 'better-sqlite3';
import { Environment } from '../../../config/environment.js';
import { isLocked } from '../../domain/store-fault.js';
import { storeFolders } from './embedded-file.js';

/** Interval of attempts of a process that does not hold the folder. */
const RETRY_MS = 10_000;
const LOCK_FILE = 'server.lock';

/**
 * Locks DATA_DIR for one server. Two servers would both write the stores, and each would answer from an index without the documents of the
 * other. The lock is a file lock of the operating system, taken by SQLite, so that a killed process releases it.
 */
@Injectable()
export class StoreHold implements OnApplicationShutdown {
  private readonly logger = new Logger('store');
  private readonly folder: string | undefined;
  private isWanted = false;
  private lock: Database.Database | undefined;
  private timer: NodeJS.Timeout | undefined;

  constructor(environment: Environment) {
    // With DATABASE_URL several processes share the store; each has a separate folder for rebuildable data.
    if (environment.DATABASE_URL === undefined) this.folder = storeFolders(environment).store;
  }

  /** Whether another server process has the lock. */
  get isShared(): boolean {
    return this.isWanted && this.lock === undefined;
  }

  /** For servers only: commands that read the folder or write their own session need no lock. Logs an error if another server has it. */
  begin(): void {
    if (this.folder === undefined) return;
    this.isWanted = true;
    if (this.tryHold()) return;
    this.logger.error(
      `Another server uses ${this.folder}: each would miss what the other stores. Stop one of them, or set DATA_DIR to another folder; for several processes on one store set DATABASE_URL.`,
    );
    this.timer = setInterval(() => {
      if (this.tryHold()) {
        clearInterval(this.timer);
        this.logger.log('the other server released the folder; restart this one to read what it stored');
      }
    }, RETRY_MS).unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
    this.lock?.close();
    this.lock = undefined;
  }

  /** @returns whether this process has the lock now */
  tryHold(): boolean {
    if (this.folder === undefined) return false;
    if (this.lock !== undefined) return true;
    const db = new Database(path.join(this.folder, LOCK_FILE), { timeout: 0 });
    try {
      // In WAL mode other processes could also open the file; a transaction with a rollback journal excludes them.
      db.pragma('journal_mode = MEMORY');
      db.exec('BEGIN EXCLUSIVE');
      this.lock = db;
      return true;
    } catch (error) {
      db.close();
      if (isLocked(error)) return false;
      throw error;
    }
  }
}
