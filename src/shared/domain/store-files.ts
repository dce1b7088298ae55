/** The files of an embedded store. */
export const STORE_FILES = ['documents', 'work', 'access', 'cases'] as const;
export type StoreFile = (typeof STORE_FILES)[number];

/** Where the two halves of an embedded store lie: absolute folders. A store in PostgreSQL has its other files there. */
export interface StoreFolders {
  readonly store: string;
  readonly cases: string;
}
