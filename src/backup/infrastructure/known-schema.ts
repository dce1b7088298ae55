import path from 'node:path';
import Database from 'better-sqlite3';
import { DataSource } from 'typeorm';
import { StoreFile } from '../../shared/domain/store-files.js';
import { createFirstSchema, SqliteSchema } from '../../shared/infrastructure/database/sqlite-schema.js';
import { SCHEMAS } from './tables/embedded-store.js';

const NAMES: Readonly<Record<string, StoreFile>> = {
  'documents.db': 'documents',
  'work.db': 'work',
  'access.db': 'access',
  'cbr_system.db': 'cases',
};

interface SchemaObject {
  readonly type: string;
  readonly name: string;
  readonly sql: string | null;
}

/** Tables of a module that earlier versions used; the next start removes them. */
const FORMER = /^search_vectors(_|$)/u;

/** Each object of a schema with its SQL statement, without white space. Indexes of a primary key have no statement. */
function objectsOf(db: Database.Database): Map<string, string> {
  const rows = db.prepare<[], SchemaObject>('SELECT type, name, sql FROM sqlite_master').all();
  const own = rows.filter(({ name }) => !/^sqlite_(sequence|stat\d)$/u.test(name) && !FORMER.test(name));
  return new Map(own.map(({ type, name, sql }) => [`${type} ${name}`, (sql ?? '').replaceAll(/\s+/gu, ' ').trim()]));
}

function migrationsIn(db: Database.Database): string[] | undefined {
  const isThere = db.prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'migrations'").get();
  if (isThere === undefined) return undefined;
  return db.prepare<[], string>('SELECT name FROM migrations ORDER BY timestamp').pluck().all();
}

/** The objects of an empty database with this schema. */
async function objectsAfter({ firstSchema, migrations }: SqliteSchema): Promise<Map<string, string>> {
  let connection: Database.Database | undefined;
  const dataSource = new DataSource({
    type: 'better-sqlite3',
    database: ':memory:',
    migrations: [...migrations],
    migrationsRun: true,
    prepareDatabase: (db: Database.Database) => {
      connection = db;
      if (firstSchema !== undefined) createFirstSchema(db, firstSchema);
    },
  });
  await dataSource.initialize();
  try {
    return connection === undefined ? new Map() : objectsOf(connection);
  } finally {
    await dataSource.destroy();
  }
}

/**
 * The cases may be in the file of the specification's own program. Its rows are read, and nothing in it is executed.
 */
function foreignFaults(file: StoreFile, name: string, objects: ReadonlyMap<string, string>): string[] {
  if (file !== 'cases') return [`${name} is not a database of this program`];
  return [...objects.keys()]
    .filter((object) => !/^(table|index) /u.test(object))
    .map((object) => `${name} has the ${object}, which no version of this program makes`);
}

function differences(
  found: ReadonlyMap<string, string>,
  expected: ReadonlyMap<string, string>,
  name: string,
): string[] {
  return [
    ...[...found]
      .filter(([object, sql]) => expected.get(object) !== sql)
      .map(([object]) => `${name} has the ${object}, which no version of this program makes`),
    ...[...expected.keys()].filter((object) => !found.has(object)).map((object) => `${name} lacks the ${object}`),
  ];
}

/**
 * Differences between the schema of a database and those that this program creates. A trigger or a view would run its
 * author's statements with the rights of the program that opens the file; a missing column fails at the first request.
 * @param name of the file in the manifest
 * @returns sentences; empty if the schema matches the migrations that the database names
 */
export async function schemaFaults(file: string, name: string): Promise<string[]> {
  const db = new Database(file, { readonly: true, fileMustExist: true });
  try {
    const store = NAMES[path.posix.basename(name)];
    if (store === undefined) return [`${name} is not a database of this program`];
    const found = objectsOf(db);
    const applied = migrationsIn(db);
    if (applied === undefined) return foreignFaults(store, name, found);
    const { firstSchema, migrations } = SCHEMAS[store];
    const unknown = applied.filter((migration) => !migrations.some(({ name: own }) => own === migration));
    if (unknown.length > 0)
      return [`${name} was written by a newer version of this program (${unknown[0] ?? ''}); use that version`];
    const done = migrations.filter(({ name: own }) => applied.includes(own));
    const upgraded = differences(found, await objectsAfter({ migrations: done }), name);
    // A renamed table has other text than one that was created under its name: the same schema has two texts.
    if (upgraded.length === 0 || firstSchema?.replaces.every((replaced) => done.includes(replaced)) !== true)
      return upgraded;
    return differences(found, await objectsAfter({ firstSchema, migrations: done }), name);
  } finally {
    db.close();
  }
}
