import { CategoryPath } from '../../shared/domain/category-path.js';
import { CategoryOperation, OPERATION_KINDS } from '../domain/taxonomy-version.js';

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
