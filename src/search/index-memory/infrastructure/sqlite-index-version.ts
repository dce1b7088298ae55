import { Injectable } from '@nestjs/common';
import type Database from 'better-sqlite3';
import { MainDatabase } from '../../../shared/infrastructure/database/databases.js';
import { IndexVersion } from '../../domain/index-version.js';

/** SQLite's own count of commits by other connections: the reader itself never writes, so it sees every commit. */
@Injectable()
export class SqliteIndexVersion extends IndexVersion {
  private readonly dataVersion: Database.Statement;

  constructor(database: MainDatabase) {
    super();
    this.dataVersion = database.reader.prepare('PRAGMA data_version').pluck();
  }

  current(): number {
    return Number(this.dataVersion.get());
  }

  /** The index reads the store itself. */
  settled(): Promise<void> {
    return Promise.resolve();
  }
}
