import { Injectable } from '@nestjs/common';
import { WorkDatabase } from '../../shared/infrastructure/database/databases.js';
import { toRecord } from '../domain/target-record.js';
import { TargetStore, TestTarget } from '../domain/test-target.js';
import { storedTarget } from './target-record-schema.js';

/** Targets in the embedded store. */
@Injectable()
export class SqliteTargetStore extends TargetStore {
  constructor(private readonly database: WorkDatabase) {
    super();
  }

  list(): Promise<readonly TestTarget[]> {
    const rows = this.database.reader
      .prepare<[], { target: string }>('SELECT target FROM test_targets ORDER BY place')
      .all();
    return Promise.resolve(rows.map(({ target }) => storedTarget(target)));
  }

  replace(targets: readonly TestTarget[]): Promise<void> {
    const { writer } = this.database;
    const insert = writer.prepare('INSERT INTO test_targets (name, place, target) VALUES (?, ?, ?)');
    writer.transaction(() => {
      writer.prepare('DELETE FROM test_targets').run();
      targets.forEach((target, place) => insert.run(target.name, place, JSON.stringify(toRecord(target))));
    })();
    return Promise.resolve();
  }
}
