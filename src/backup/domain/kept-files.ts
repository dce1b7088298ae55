/** The databases of a store as a backup names them. */
const DATABASES: readonly string[] = ['store/documents.db', 'store/work.db', 'store/access.db', 'cases/cbr_system.db'];

/** Reports of test sessions and the improvement plan. */
const OUTPUT = 'store/output/';

/**
 * Whether a file belongs into a backup, and is taken out of one. It is a list of what is allowed: configuration, models, the search
 * index's snapshot and whatever else lies in DATA_DIR decide how the program behaves, and a backup that somebody else made must not.
 * @param name relative to the folder of the backup, with `/`
 */
export function isKept(name: string): boolean {
  return DATABASES.includes(name) || name.startsWith(OUTPUT);
}
