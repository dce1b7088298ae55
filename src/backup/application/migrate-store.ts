import { Direction, MigrationSourceAndTarget } from '../domain/migration-source-and-target.js';
import { CopiedTable, CopyStore } from './copy-store.js';

/** Moves a whole store from the embedded one to PostgreSQL or back. The source stays as it is. */
export class MigrateStore {
  constructor(
    private readonly ends: MigrationSourceAndTarget,
    private readonly copy: CopyStore,
  ) {}

  /**
   * A run that was interrupted is gone on with by the same call.
   * @param tell hears of every table: how many rows of it were copied now
   * @returns what was copied and found equal; undefined when an earlier run had done all but put it in service
   * @throws ConflictError
   */
  async migrate(
    direction: Direction,
    tell: (table: string, rows: number) => void,
  ): Promise<readonly CopiedTable[] | undefined> {
    const ends = await this.ends.open(direction);
    try {
      return ends.to === undefined ? undefined : await this.copy.copyStore(ends.from, ends.to, tell);
    } finally {
      await ends.close();
    }
  }
}
