import { Injectable } from '@nestjs/common';
import { AdoptedFiles, SampleCaseState } from '../domain/case-store.js';
import { isSelectorState } from '../domain/selector/stored-selector.js';
import { SelectorState } from '../domain/selector/case-selector.js';
import { SelectorStore } from '../domain/selector/selector-store.js';
import { ADOPTED, ADOPTED_ALL, adoptedKey } from './adopted-file.js';
import { CaseDatabase } from './case-database.js';

/** A value of the case base's own table of settings. */
function readSetting(database: CaseDatabase, key: string): string | undefined {
  const value: unknown = database.writer.prepare('SELECT value FROM cbr_settings WHERE key = ?').pluck().get(key);
  return typeof value === 'string' ? value : undefined;
}

/** One statement is a transaction of its own. */
function writeSetting(database: CaseDatabase, key: string, value: string): void {
  database.writer
    .prepare(
      'INSERT INTO cbr_settings (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
    )
    .run(key, value);
}

@Injectable()
export class SqliteSampleCaseState extends SampleCaseState {
  constructor(private readonly database: CaseDatabase) {
    super();
  }

  read(): Promise<'none' | 'started' | 'done'> {
    const value = readSetting(this.database, 'samples');
    return Promise.resolve(value === 'started' || value === 'done' ? value : 'none');
  }

  write(state: 'started' | 'done'): Promise<void> {
    writeSetting(this.database, 'samples', state);
    return Promise.resolve();
  }
}

@Injectable()
export class SqliteSelectorStore extends SelectorStore {
  constructor(private readonly database: CaseDatabase) {
    super();
  }

  /** A value that this version does not understand counts as none: the selector is fitted anew. */
  read(): Promise<SelectorState | undefined> {
    const json = readSetting(this.database, 'selector');
    const value: unknown = json === undefined ? undefined : JSON.parse(json);
    return Promise.resolve(isSelectorState(value) ? value : undefined);
  }

  write(state: SelectorState): Promise<void> {
    writeSetting(this.database, 'selector', JSON.stringify(state));
    return Promise.resolve();
  }

  /** One process has the file to itself. */
  onChange(): void {
    return;
  }
}

@Injectable()
export class SqliteAdoptedFiles extends AdoptedFiles {
  constructor(private readonly database: CaseDatabase) {
    super();
  }

  has(digest: string): Promise<boolean> {
    const all = readSetting(this.database, ADOPTED_ALL);
    return Promise.resolve(all === ADOPTED || readSetting(this.database, adoptedKey(digest)) === ADOPTED);
  }

  add(digest: string): Promise<void> {
    writeSetting(this.database, adoptedKey(digest), ADOPTED);
    return Promise.resolve();
  }
}
