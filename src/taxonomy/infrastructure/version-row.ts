import { TaxonomyVersion, TaxonomyVersionSummary } from '../domain/taxonomy-version.js';
import { readOperations, readPaths } from './stored-json.js';

/** A row of taxonomy_versions. */
export interface VersionRow {
  readonly version: string;
  readonly base_version: string | null;
  readonly created_at: string;
  readonly operations: string;
  readonly categories: string;
}

/** A version in a list; only the active one has `activated_at`. */
export interface ListedRow {
  readonly number: number;
  readonly version: string;
  readonly base_version: string | null;
  readonly created_at: string;
  readonly activated_at: string | null;
}

export function toVersion(row: VersionRow): TaxonomyVersion {
  return {
    version: row.version,
    baseVersion: row.base_version,
    createdAt: row.created_at,
    operations: readOperations(row.operations),
    categories: readPaths(row.categories),
  };
}

export function toSummary(row: ListedRow): TaxonomyVersionSummary {
  const summary = {
    version: row.version,
    baseVersion: row.base_version,
    createdAt: row.created_at,
    active: row.activated_at !== null,
  };
  return row.activated_at === null ? summary : { ...summary, activatedAt: row.activated_at };
}
