import { CopiedRow } from '../../domain/store-tables.js';

/** Whether a value read from JSON is the key of a row: keys are texts and numbers. */
export function isCopiedRow(value: unknown): value is CopiedRow {
  return Array.isArray(value) && value.every((each) => typeof each === 'string' || typeof each === 'number');
}
