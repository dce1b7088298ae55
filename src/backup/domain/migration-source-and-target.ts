import { StoreCopy, StoreTables } from './store-tables.js';

/** Target of a migration. */
export type Direction = 'to-postgres' | 'to-embedded';

/** Both stores of a migration, open; no other process uses either. */
export interface OpenStores {
  readonly from: StoreTables;
  /** Undefined if an earlier run had copied everything, and this run only activated the copy. */
  readonly to: StoreCopy | undefined;
  close(): Promise<void>;
}

/** Port: the embedded store of DATA_DIR and the shared one of DATABASE_URL. */
export abstract class MigrationSourceAndTarget {
  /** @throws ConflictError if there is nothing to move, if one of them is in use, or if the target contains a store */
  abstract open(direction: Direction): Promise<OpenStores>;
}
