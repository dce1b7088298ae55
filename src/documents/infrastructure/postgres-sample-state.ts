import { Injectable } from '@nestjs/common';
import { PostgresDatabase } from '../../shared/infrastructure/database/postgres/postgres-database.js';
import { sql } from '../../shared/infrastructure/database/postgres/sql.js';
import { SampleState } from '../application/load-samples.js';

/** Told to all replicas, so that one of them loads the samples. */
@Injectable()
export class PostgresSampleState extends SampleState {
  constructor(private readonly database: PostgresDatabase) {
    super();
  }

  async read(): Promise<'none' | 'started' | 'done'> {
    const row = await this.database.one<{ value: string }>(sql`SELECT value FROM store_settings WHERE key = 'samples'`);
    return row?.value === 'started' || row?.value === 'done' ? row.value : 'none';
  }

  async write(state: 'started' | 'done'): Promise<void> {
    await this.database.change(
      sql`INSERT INTO store_settings (key, value) VALUES ('samples', ${state})
          ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
    );
  }
}
