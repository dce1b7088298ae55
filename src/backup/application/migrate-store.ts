import { Direction, MigrationSourceAndTarget, StoreCopy, StoreTables, TableDigest } from '../domain/store-tables.js';
import { ConflictError } from '../../shared/domain/domain-error.js';

/** A table that was copied and verified. */
export interface CopiedTable extends TableDigest {
  readonly table: string;
}

function difference(table: string, from: TableDigest, to: TableDigest): string[] {
  if (from.rows !== to.rows) return [`${table} has ${to.rows} rows, not ${from.rows}`];
  return from.sha256 === to.sha256 ? [] : [`${table} has other contents`];
}

/**
 * Copies a whole store into another one and verifies the copy: every table is read again on both sides, and row counts
 * and digests must be equal. An interrupted copy resumes.
 */
export class CopyStore {
  /**
   * @param report called after each table with its number of copied rows
   * @throws ConflictError if the copy is not equal, as after a write to the source between two runs; the copy is then
   * not activated
   */
  async copyStore(
    from: StoreTables,
    to: StoreCopy,
    report: (table: string, rows: number) => void,
  ): Promise<readonly CopiedTable[]> {
    const tables = await from.atOneMoment(async () => {
      for (const table of from.tables) await this.copy(table, from, to, report);
      const digests: CopiedTable[] = [];
      for (const table of from.tables) digests.push({ table, ...(await from.digest(table)) });
      return digests;
    });
    const faults: string[] = [];
    for (const { table, ...digest } of tables)
      faults.push(...difference(table, digest, await to.content.digest(table)));
    if (faults.length > 0)
      throw new ConflictError(
        `The copy in ${to.content.place} is not equal to ${from.place} and was not put in service: ${faults.join('; ')}. Was the source written to meanwhile? Remove the copy and start again.`,
      );
    await to.finish();
    return tables;
  }

  private async copy(
    table: string,
    from: StoreTables,
    to: StoreCopy,
    report: (table: string, rows: number) => void,
  ): Promise<void> {
    const { after, isDone } = await to.progress(table);
    if (isDone) return;
    let copied = 0;
    for await (const rows of from.rows(table, after)) {
      await to.take(table, rows);
      copied += rows.length;
      report(table, copied);
    }
    await to.complete(table, await from.lastNumber(table));
  }
}

/** Migrates a whole store from the embedded one to PostgreSQL or back. The source stays unchanged. */
export class MigrateStore {
  constructor(
    private readonly ends: MigrationSourceAndTarget,
    private readonly copy: CopyStore,
  ) {}

  /**
   * The same call resumes an interrupted run.
   * @param report called after each table with its number of copied rows
   * @returns the verified tables; undefined if an earlier run had only left the activation
   * @throws ConflictError
   */
  async migrate(
    direction: Direction,
    report: (table: string, rows: number) => void,
  ): Promise<readonly CopiedTable[] | undefined> {
    const ends = await this.ends.open(direction);
    try {
      return ends.to === undefined ? undefined : await this.copy.copyStore(ends.from, ends.to, report);
    } finally {
      await ends.close();
    }
  }
}
