import { Injectable } from '@nestjs/common';
import { sql } from '../../shared/infrastructure/database/postgres/sql.js';
import { CaseSqlStore } from './case-database.js';
import { LegacyImports, SampleCaseState } from '../domain/case-store.js';
import { SelectorState } from '../domain/selector/case-selector.js';
import { isSelectorState, SelectorStore } from '../domain/selector/stored-selector.js';
import { ADOPTED, ADOPTED_ALL, adoptedKey } from './adopted-file.js';

/** Notification that other replicas receive at the commit. */
const SELECTOR_NOTICE = 'selector';

async function readSetting(store: CaseSqlStore, key: string): Promise<string | undefined> {
  const row = await store.one<{ value: string }>(sql`SELECT value FROM cbr_settings WHERE key = ${key}`);
  return row?.value;
}

async function writeSetting(store: CaseSqlStore, key: string, value: string): Promise<void> {
  await store.change(sql`INSERT INTO cbr_settings (key, value) VALUES (${key}, ${value})
    ON CONFLICT (key) DO UPDATE SET value = excluded.value`);
}

@Injectable()
export class SqlSampleCaseState extends SampleCaseState {
  constructor(private readonly store: CaseSqlStore) {
    super();
  }

  async read(): Promise<'none' | 'started' | 'done'> {
    const value = await readSetting(this.store, 'samples');
    return value === 'started' || value === 'done' ? value : 'none';
  }

  write(state: 'started' | 'done'): Promise<void> {
    return writeSetting(this.store, 'samples', state);
  }
}

@Injectable()
export class SqlSelectorStore extends SelectorStore {
  constructor(private readonly store: CaseSqlStore) {
    super();
  }

  /** An unreadable value counts as none: the selector is fitted again. */
  async read(): Promise<SelectorState | undefined> {
    const json = await readSetting(this.store, 'selector');
    const value: unknown = json === undefined ? undefined : JSON.parse(json);
    return isSelectorState(value) ? value : undefined;
  }

  async write(state: SelectorState): Promise<void> {
    await writeSetting(this.store, 'selector', JSON.stringify(state));
    await this.store.notify(SELECTOR_NOTICE);
  }

  onChange(listener: () => void): void {
    this.store.onOneNotice(SELECTOR_NOTICE, listener);
  }
}

@Injectable()
export class SqlLegacyImports extends LegacyImports {
  constructor(private readonly store: CaseSqlStore) {
    super();
  }

  async has(digest: string): Promise<boolean> {
    const all = await readSetting(this.store, ADOPTED_ALL);
    return all === ADOPTED || (await readSetting(this.store, adoptedKey(digest))) === ADOPTED;
  }

  add(digest: string): Promise<void> {
    return writeSetting(this.store, adoptedKey(digest), ADOPTED);
  }
}
