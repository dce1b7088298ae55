import { StoreCopy, StoreTables } from './store-tables.js';

/** Where a store is moved to. */
export type Direction = 'to-postgres' | 'to-embedded';

/** Both ends of a move, open; nobody else uses either. */
export interface OpenStores {
  readonly from: StoreTables;
  /** Undefined when an earlier run had copied everything, and this one only had to put it in service. */
  readonly to: StoreCopy | undefined;
  close(): Promise<void>;
}

/** Port: the embedded store of DATA_DIR and the shared one of DATABASE_URL. */
export abstract class MigrationSourceAndTarget {
  /** @throws ConflictError when there is nothing to move, when one of them is in use, or when the target holds a store */
  abstract open(direction: Direction): Promise<OpenStores>;
}
