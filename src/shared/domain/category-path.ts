import { Fault } from './domain-error.js';
import { nameFault } from './visible-name.js';

/** Labels from the top category down, 1..5 of them, in their display case. */
export type CategoryPath = readonly string[];

export const MAX_LEVELS = 5;
export const MAX_LABEL_LENGTH = 50;
/** Longer labels are invalid in any Unicode composition, so they are not checked further. */
const LABEL_UNITS_READ = 1_000;

/** Separator of folded keys. A label cannot contain it, so a key is unambiguous. */
const SEPARATOR = '/';

const UNSAFE = /\.\.|[/\\<>|:*?"]/u;

/**
 * Whether a label holds a character that could be taken for a path, a pattern or markup (contract, Conventions), or an invisible one. The
 * check uses the stored form, NFC: decomposed, `≮` begins with `<`.
 */
export function isUnsafeLabel(label: string): boolean {
  const stored = label.normalize('NFC');
  return UNSAFE.test(stored) || stored.trim() === '.' || nameFault(stored) !== undefined;
}

/** Whether a label is a path traversal. */
export function isTraversal(label: string): boolean {
  return label.includes('..') || label.includes('/') || label.includes('\\');
}

/**
 * Returns the comparison form of a label: NFC, trimmed, case folded. The function is idempotent. Lower-casing can produce non-NFC text (for
 * example U+0130), hence the second normalisation.
 */
export function foldLabel(label: string): string {
  return label.normalize('NFC').trim().toLowerCase().normalize('NFC').trim();
}

/** Returns the comparison key of a path: folded labels joined by `/`. */
export function foldPath(path: CategoryPath): string {
  return path.map(foldLabel).join(SEPARATOR);
}

/** The labels of a key of `foldPath`, in lower case: no label contains the separator. */
export const pathOfKey = (key: string): string[] => key.split(SEPARATOR);

/**
 * Returns the keys of a path and all its ancestors: `ai`, `ai/ml`.
 * @example
 * foldedPrefixes(['AI', ' Machine Learning']); // ['ai', 'ai/machine learning']
 */
export function foldedPrefixes(path: CategoryPath): string[] {
  const prefixes: string[] = [];
  let key = '';
  for (const label of path) {
    key = key === '' ? foldLabel(label) : `${key}${SEPARATOR}${foldLabel(label)}`;
    prefixes.push(key);
  }
  return prefixes;
}

/** Returns the stored form of a path: NFC and trimmed labels, display case kept. */
export function displayPath(path: CategoryPath): string[] {
  return path.map((label) => label.normalize('NFC').trim());
}

function labelFault(label: unknown): string | undefined {
  if (typeof label !== 'string') return 'a label must be a string';
  if (label.length > LABEL_UNITS_READ)
    return `a label has 1..${MAX_LABEL_LENGTH} characters, this one has more than ${MAX_LABEL_LENGTH}`;
  const { length } = Array.from(label.normalize('NFC').trim());
  if (length < 1 || length > MAX_LABEL_LENGTH)
    return `a label has 1..${MAX_LABEL_LENGTH} characters, this one has ${length}`;
  return isUnsafeLabel(label)
    ? 'Unsafe characters detected: a label is not "." and takes no "..", / \\ < > | : * ? ", control character or invisible character'
    : undefined;
}

/**
 * Returns all faults of a value that should be a category path; empty if it is valid.
 * @param pointer JSON Pointer of the value, used as the prefix of each fault's pointer
 */
export function pathFaults(value: unknown, pointer: string): Fault[] {
  if (!Array.isArray(value)) return [{ pointer, detail: 'must be a list of 1..5 labels, for example ["AI", "ML"]' }];
  if (value.length === 0) return [{ pointer, detail: 'must have at least one label' }];
  const faults: Fault[] = [];
  if (value.length > MAX_LEVELS)
    faults.push({ pointer, detail: `Max ${MAX_LEVELS} levels allowed, this path has ${value.length}` });
  // Check only the first labels of a list that is far too long.
  value.slice(0, MAX_LEVELS + 1).forEach((label: unknown, i) => {
    const detail = labelFault(label);
    if (detail !== undefined) faults.push({ pointer: `${pointer}/${i}`, detail });
  });
  return faults;
}

/** Whether a value is a valid category path. */
export function isCategoryPath(value: unknown): value is string[] {
  return pathFaults(value, '').length === 0;
}

/** Version of the category tree, for answers. Declared here; the composition root binds it to the taxonomy feature. */
export abstract class TaxonomyVersion {
  abstract current(): Promise<string>;
  /** Degradation marks of an answer that names the version: `taxonomy` while the taxonomy service is unavailable. */
  abstract degraded(): readonly string[];
}
