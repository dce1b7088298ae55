import { Injectable } from '@nestjs/common';
import { PostgresDatabase } from '../../shared/infrastructure/database/postgres/postgres-database.js';
import { sql } from '../../shared/infrastructure/database/postgres/sql.js';
import { toRecord } from '../domain/target-record.js';
import { TargetStore, TestTarget } from '../domain/test-target.js';
import { storedTarget } from './target-record-schema.js';

/** Targets in the shared store. */
@Injectable()
export class PostgresTargetStore extends TargetStore {
  constructor(private readonly database: PostgresDatabase) {
    super();
  }

  async list(): Promise<readonly TestTarget[]> {
    const rows = await this.database.query<{ target: string }>(sql`SELECT target FROM test_targets ORDER BY place`);
    return rows.map(({ target }) => storedTarget(target));
  }

  async replace(targets: readonly TestTarget[]): Promise<void> {
    await this.database.transaction(async () => {
      // Two lists that are stored at the same time do not mix.
      await this.database.query(sql`LOCK TABLE test_targets IN SHARE ROW EXCLUSIVE MODE`);
      await this.database.change(sql`DELETE FROM test_targets`);
      for (const [place, target] of targets.entries())
        await this.database.change(sql`INSERT INTO test_targets (name, place, target)
          VALUES (${target.name}, ${place}, ${JSON.stringify(toRecord(target))})`);
    });
  }
}
