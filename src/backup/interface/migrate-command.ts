import { MigrateStore, CopiedTable } from '../application/migrate-store.js';
import { UsageError } from './backup-command.js';

export const MIGRATE_USAGE = `npx touchstone migrate-store to-postgres   copies the store of DATA_DIR into the empty schema of DATABASE_URL
npx touchstone migrate-store to-embedded   copies the store of DATABASE_URL into DATA_DIR, which must hold none
The service must be stopped. Every table is compared afterwards; rerun the same command to resume an interrupted run.`;

function summary(tables: readonly CopiedTable[]): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  return `Copied and found equal: ${tables.length} tables, ${rows} rows. The source is as it was.`;
}

/**
 * @param words arguments after `migrate-store`
 * @param say prints a line
 * @throws UsageError @throws DomainError if the command is refused, or the copy is not equal
 */
export async function runMigrateCommand(
  words: readonly string[],
  migrate: MigrateStore,
  say: (line: string) => void,
): Promise<void> {
  const [direction, ...more] = words;
  if ((direction !== 'to-postgres' && direction !== 'to-embedded') || more.length > 0)
    throw new UsageError('Say to-postgres or to-embedded.');
  const tables = await migrate.migrate(direction, (table, rows) => say(`${table}: ${rows} rows`));
  if (tables === undefined) say('An earlier run had copied everything; it is in service now.');
  else {
    for (const { table, rows, sha256 } of tables) if (rows > 0) say(`${table}: ${rows} rows, ${sha256}`);
    say(summary(tables));
  }
}
