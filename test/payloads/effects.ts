import { readdirSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import type { RunningApplication } from '../support/application.js';

/** What hostile text must leave as it is. */
export interface Effects {
  readonly kept: readonly string[];
  readonly schemas: unknown;
  readonly foreignFiles: readonly string[];
  readonly workingFolder: readonly string[];
  readonly prototype: readonly string[];
}

const OWN_FILES = /^(cbr|output)([/\\]|$)|^\w+\.db(-wal|-shm)?$/;

function filesBelow(root: string): string[] {
  return readdirSync(root, { recursive: true }).map(String).sort();
}

function databases(folder: string): string[] {
  return filesBelow(folder).filter((name) => name.endsWith('.db'));
}

/** The tables and indexes of each file of the store. */
function schemas(folder: string): unknown {
  return databases(folder).map((name) => {
    const database = new Database(path.join(folder, name), { readonly: true });
    const rows = database.prepare('SELECT type, name, sql FROM sqlite_master ORDER BY type, name').all();
    database.close();
    return [name, rows];
  });
}

/** What SQLite itself says of each file. */
export function integrity(folder: string): string[] {
  return databases(folder).map((name) => {
    const database = new Database(path.join(folder, name), { readonly: true });
    const answer = String(database.pragma('integrity_check', { simple: true }));
    database.close();
    return answer;
  });
}

/** @param outer the folder that only the data folder and the canary are in, some levels above it */
export async function lookAround(running: RunningApplication, dataFolder: string, outer: string): Promise<Effects> {
  const read = async (url: string) => (await running.call({ method: 'GET', url })).body;
  const inside = path.relative(outer, dataFolder);
  return {
    kept: await Promise.all(['/documents/kept', '/cbr/cases/kept'].map(read)),
    schemas: schemas(dataFolder),
    foreignFiles: [
      ...filesBelow(outer).filter((name) => !name.startsWith(inside)),
      ...filesBelow(dataFolder).filter((name) => !OWN_FILES.test(name)),
    ],
    workingFolder: readdirSync(process.cwd()).filter((name) => !name.startsWith('.')),
    prototype: Object.keys(Object.prototype),
  };
}
