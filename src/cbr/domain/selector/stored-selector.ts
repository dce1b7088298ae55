import { FEATURE_NAMES } from './case-features.js';
import { HeldOutResult, SelectorState } from './case-selector.js';
import { LogisticModel } from './logistic-regression.js';

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function areNumbers(value: unknown, length: number): value is number[] {
  return Array.isArray(value) && value.length === length && value.every((x) => Number.isFinite(x));
}

function isModel(value: unknown): value is LogisticModel {
  const width = FEATURE_NAMES.length;
  return (
    isObject(value) &&
    areNumbers(value['means'], width) &&
    areNumbers(value['scales'], width) &&
    areNumbers(value['weights'], width + 1)
  );
}

function isHeldOut(value: unknown): value is HeldOutResult {
  return (
    isObject(value) &&
    areNumbers([value['logs'], value['similarity'], value['learned']], 3) &&
    areNumbers(value['difference95'], 2)
  );
}

/** Whether a stored value is a selector of this version. */
export function isSelectorState(value: unknown): value is SelectorState {
  return (
    isObject(value) &&
    (value['inUse'] === 'similarity' || value['inUse'] === 'learned') &&
    typeof value['reason'] === 'string' &&
    (value['fittedAt'] === null || typeof value['fittedAt'] === 'string') &&
    Number.isFinite(value['fittedOn']) &&
    (value['heldOut'] === null || isHeldOut(value['heldOut'])) &&
    (value['model'] === null || isModel(value['model'])) &&
    (value['inUse'] === 'similarity' || value['model'] !== null)
  );
}

/** Stores the selector across restarts. */
export abstract class SelectorStore {
  abstract read(): Promise<SelectorState | undefined>;
  abstract write(state: SelectorState): Promise<void>;
  /** Calls back if another process may have written; a store with a single process never does. */
  abstract onChange(listener: () => void): void;
}
