import { Injectable } from '@nestjs/common';
import { sql } from '../../../shared/infrastructure/database/postgres/sql.js';
import { WorkSqlStore } from '../../../shared/infrastructure/database/sql-store.js';
import { toRecord } from '../domain/target-record.js';
import { TargetStore, TestTarget } from '../domain/test-target.js';
import { storedTarget } from './target-record-schema.js';

@Injectable()
export class SqlTargetStore extends TargetStore {
  constructor(private readonly store: WorkSqlStore) {
    super();
  }

  async list(): Promise<readonly TestTarget[]> {
    const rows = await this.store.query<{ target: string }>(sql`SELECT target FROM test_targets ORDER BY position`);
    return rows.map(({ target }) => storedTarget(target));
  }

  async replace(targets: readonly TestTarget[]): Promise<void> {
    await this.store.transaction(async () => {
      // Two lists that are stored concurrently do not mix.
      await this.store.lockTable('test_targets');
      await this.store.change(sql`DELETE FROM test_targets`);
      for (const [place, target] of targets.entries())
        await this.store.change(sql`INSERT INTO test_targets (name, position, target)
          VALUES (${target.name}, ${place}, ${JSON.stringify(toRecord(target))})`);
    });
  }
}
