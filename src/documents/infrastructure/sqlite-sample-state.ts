import { Injectable } from '@nestjs/common';
import { MainDatabase } from '../../shared/infrastructure/database/databases.js';
import { SampleState } from '../application/load-samples.js';

@Injectable()
export class SqliteSampleState extends SampleState {
  constructor(private readonly database: MainDatabase) {
    super();
  }

  read(): Promise<'none' | 'started' | 'done'> {
    const value: unknown = this.database.writer
      .prepare("SELECT value FROM store_settings WHERE key = 'samples'")
      .pluck()
      .get();
    return Promise.resolve(value === 'started' || value === 'done' ? value : 'none');
  }

  write(state: 'started' | 'done'): Promise<void> {
    this.database.writer
      .prepare(
        "INSERT INTO store_settings (key, value) VALUES ('samples', ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
      )
      .run(state);
    return Promise.resolve();
  }
}
