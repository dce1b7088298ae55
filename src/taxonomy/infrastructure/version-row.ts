import {
  TaxonomyVersion,
  TaxonomyVersionSummary,
  CategoryOperation,
  OPERATION_KINDS,
} from '../domain/taxonomy-version.js';
import { CategoryPath } from '../../shared/domain/category-path.js';

function isPath(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((label) => typeof label === 'string');
}

function isOperation(value: unknown): value is CategoryOperation {
  if (typeof value !== 'object' || value === null || !('op' in value) || !('path' in value)) return false;
  const known: readonly unknown[] = OPERATION_KINDS;
  return known.includes(value.op) && isPath(value.path) && (!('to' in value) || isPath(value.to));
}

function read<T>(json: string, isIt: (value: unknown) => value is T): T {
  const value: unknown = JSON.parse(json);
  if (!isIt(value)) throw new Error('The taxonomy tables hold a value that this version does not understand.');
  return value;
}

/** @throws Error when the column does not contain a valid value */
export const readPath = (json: string): CategoryPath => read(json, isPath);

/** @throws Error when the column does not contain a valid value */
export const readPaths = (json: string): CategoryPath[] =>
  read(json, (value): value is string[][] => Array.isArray(value) && value.every(isPath));

/** @throws Error when the column does not contain a valid value */
export const readOperations = (json: string): CategoryOperation[] =>
  read(json, (value): value is CategoryOperation[] => Array.isArray(value) && value.every(isOperation));

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
