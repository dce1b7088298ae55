import path from 'node:path';
import { Injectable, Logger, OnApplicationShutdown } from '@nestjs/common';
import Database from 'better-sqlite3';
import { Environment } from '../../../config/environment.js';
import { isLocked } from '../../domain/store-fault.js';
import { storeFolders } from './embedded-file.js';

/** How often a process that does not hold the folder tries to. */
const RETRY_MS = 10_000;
const LOCK_FILE = 'server.lock';

/**
 * Holds DATA_DIR for one server. The stores of a second one would both be written, and each would answer from an index that does not know
 * what the other stored. The hold is a lock of the operating system on a file, by SQLite, so that a killed process leaves none.
 */
@Injectable()
export class StoreHold implements OnApplicationShutdown {
  private readonly logger = new Logger('store');
  private readonly folder: string | undefined;
  private isWanted = false;
  private lock: Database.Database | undefined;
  private timer: NodeJS.Timeout | undefined;

  constructor(environment: Environment) {
    // With DATABASE_URL any number of processes share the store; each has a folder of its own for what it can make again.
    if (environment.DATABASE_URL === undefined) this.folder = storeFolders(environment).store;
  }

  /** Whether another server process holds the folder. */
  get isShared(): boolean {
    return this.isWanted && this.lock === undefined;
  }

  /** For servers: commands that read the folder or write a session for themselves need no hold. Logs an error where another server has it. */
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
        this.logger.log('the other server has left the folder; restart this one to read what it stored');
      }
    }, RETRY_MS).unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
    this.lock?.close();
    this.lock = undefined;
  }

  /** @returns whether this process holds the folder now */
  tryHold(): boolean {
    if (this.folder === undefined) return false;
    if (this.lock !== undefined) return true;
    const db = new Database(path.join(this.folder, LOCK_FILE), { timeout: 0 });
    try {
      // A log would let others in; the lock of a transaction in the file itself does not.
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
