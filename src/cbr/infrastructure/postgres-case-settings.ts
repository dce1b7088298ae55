import { Injectable } from '@nestjs/common';
import { PostgresDatabase } from '../../shared/infrastructure/database/postgres/postgres-database.js';
import { sql } from '../../shared/infrastructure/database/postgres/sql.js';
import { AdoptedFiles, SampleCaseState } from '../domain/case-store.js';
import { SelectorState } from '../domain/selector/case-selector.js';
import { SelectorStore } from '../domain/selector/selector-store.js';
import { isSelectorState } from '../domain/selector/stored-selector.js';
import { ADOPTED, ADOPTED_ALL, adoptedKey } from './adopted-file.js';

/** What replicas are told at the commit. */
const SELECTOR_NOTICE = 'selector';

async function readSetting(database: PostgresDatabase, key: string): Promise<string | undefined> {
  const row = await database.one<{ value: string }>(sql`SELECT value FROM cbr_settings WHERE key = ${key}`);
  return row?.value;
}

async function writeSetting(database: PostgresDatabase, key: string, value: string): Promise<void> {
  await database.change(sql`INSERT INTO cbr_settings (key, value) VALUES (${key}, ${value})
    ON CONFLICT (key) DO UPDATE SET value = excluded.value`);
}

@Injectable()
export class PostgresSampleCaseState extends SampleCaseState {
  constructor(private readonly database: PostgresDatabase) {
    super();
  }

  async read(): Promise<'none' | 'started' | 'done'> {
    const value = await readSetting(this.database, 'samples');
    return value === 'started' || value === 'done' ? value : 'none';
  }

  write(state: 'started' | 'done'): Promise<void> {
    return writeSetting(this.database, 'samples', state);
  }
}

@Injectable()
export class PostgresSelectorStore extends SelectorStore {
  constructor(private readonly database: PostgresDatabase) {
    super();
  }

  /** A value that this version does not understand counts as none: the selector is fitted anew. */
  async read(): Promise<SelectorState | undefined> {
    const json = await readSetting(this.database, 'selector');
    const value: unknown = json === undefined ? undefined : JSON.parse(json);
    return isSelectorState(value) ? value : undefined;
  }

  async write(state: SelectorState): Promise<void> {
    await writeSetting(this.database, 'selector', JSON.stringify(state));
    await this.database.notify(SELECTOR_NOTICE);
  }

  onChange(listener: () => void): void {
    this.database.onOneNotice(SELECTOR_NOTICE, listener);
  }
}

@Injectable()
export class PostgresAdoptedFiles extends AdoptedFiles {
  constructor(private readonly database: PostgresDatabase) {
    super();
  }

  async has(digest: string): Promise<boolean> {
    const all = await readSetting(this.database, ADOPTED_ALL);
    return all === ADOPTED || (await readSetting(this.database, adoptedKey(digest))) === ADOPTED;
  }

  add(digest: string): Promise<void> {
    return writeSetting(this.database, adoptedKey(digest), ADOPTED);
  }
}
