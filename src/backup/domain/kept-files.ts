/** The databases of a store, by their names in a backup. */
const DATABASES: readonly string[] = ['store/documents.db', 'store/work.db', 'store/access.db', 'cases/cbr_system.db'];

/** Reports of test sessions and the improvement plan. */
const OUTPUT = 'store/output/';

/**
 * Whether a file belongs to a backup. This is an allow list, also for restores: configuration, models, the search
 * index's snapshot and other files of DATA_DIR change the behaviour of the program, and a foreign backup must not.
 * @param name relative to the folder of the backup, with `/`
 */
export function isKept(name: string): boolean {
  return DATABASES.includes(name) || name.startsWith(OUTPUT);
}
