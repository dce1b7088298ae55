/** The files of an embedded store. */
export const STORE_FILES = ['documents', 'work', 'access', 'cases'] as const;
export type StoreFile = (typeof STORE_FILES)[number];

/** Absolute folders of the two parts of an embedded store. With PostgreSQL they hold the other files. */
export interface StoreFolders {
  readonly store: string;
  readonly cases: string;
}
