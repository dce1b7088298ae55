import { Injectable } from '@nestjs/common';
import { sql } from '../../shared/infrastructure/database/postgres/sql.js';
import { MainSqlStore } from '../../shared/infrastructure/database/sql-store.js';
import { SampleState } from '../application/load-samples.js';

/** Shared by all replicas, so that only one of them loads the samples. */
@Injectable()
export class SqlSampleState extends SampleState {
  constructor(private readonly store: MainSqlStore) {
    super();
  }

  async read(): Promise<'none' | 'started' | 'done'> {
    const row = await this.store.one<{ value: string }>(sql`SELECT value FROM store_settings WHERE key = 'samples'`);
    return row?.value === 'started' || row?.value === 'done' ? row.value : 'none';
  }

  async write(state: 'started' | 'done'): Promise<void> {
    await this.store.change(
      sql`INSERT INTO store_settings (key, value) VALUES ('samples', ${state})
          ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
    );
  }
}
