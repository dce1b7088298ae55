import { Direction, MigrationSourceAndTarget } from '../domain/store-tables.js';
import { CopiedTable, CopyStore } from './copy-store.js';

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
