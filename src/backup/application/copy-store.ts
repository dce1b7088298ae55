import { ConflictError } from '../../shared/domain/domain-error.js';
import { StoreCopy, StoreTables, TableDigest } from '../domain/store-tables.js';

/** One table that was copied and found equal. */
export interface CopiedTable extends TableDigest {
  readonly table: string;
}

function difference(table: string, from: TableDigest, to: TableDigest): string[] {
  if (from.rows !== to.rows) return [`${table} has ${to.rows} rows, not ${from.rows}`];
  return from.sha256 === to.sha256 ? [] : [`${table} has other contents`];
}

/**
 * Copies a whole store into another one and proves the copy: every table is read again on both sides, and rows and digests have to be
 * the same. A copy that was interrupted goes on where it was.
 */
export class CopyStore {
  /**
   * @param tell hears of every table: how many rows of it were copied now
   * @throws ConflictError when the copy is not equal, as when the source was written to between two runs; it is not put in service then
   */
  async copyStore(
    from: StoreTables,
    to: StoreCopy,
    tell: (table: string, rows: number) => void,
  ): Promise<readonly CopiedTable[]> {
    const tables = await from.atOneMoment(async () => {
      for (const table of from.tables) await this.copy(table, from, to, tell);
      const digests: CopiedTable[] = [];
      for (const table of from.tables) digests.push({ table, ...(await from.digest(table)) });
      return digests;
    });
    const faults: string[] = [];
    for (const { table, ...digest } of tables)
      faults.push(...difference(table, digest, await to.content.digest(table)));
    if (faults.length > 0)
      throw new ConflictError(
        `The copy in ${to.content.place} is not equal to ${from.place} and was not put in service: ${faults.join('; ')}. Was it written to meanwhile? Remove the copy and begin anew.`,
      );
    await to.finish();
    return tables;
  }

  private async copy(
    table: string,
    from: StoreTables,
    to: StoreCopy,
    tell: (table: string, rows: number) => void,
  ): Promise<void> {
    const { after, isDone } = await to.progress(table);
    if (isDone) return;
    let copied = 0;
    for await (const rows of from.rows(table, after)) {
      await to.take(table, rows);
      copied += rows.length;
      tell(table, copied);
    }
    await to.complete(table, await from.lastNumber(table));
  }
}
