import type { Categories } from '../api/keys.js';

/** Parses the labels of a typed path, separated by `>` or `›`. */
export const typedLabels = (text: string): string[] =>
  text
    .split(/[>›]/)
    .map((label) => label.trim())
    .filter((label) => label !== '');

/** A category as it is typed. */
export const typed = (path: readonly string[]): string => path.join(' > ');

/** Categories in a sentence, as they are typed. */
export const listed = (categories: Categories): string => (categories ?? []).map(typed).join('; ');

/** The server tells labels apart by these forms. */
const folded = (label: string) => label.normalize('NFC').trim().toLowerCase();

/** Whether a path is at or below one of the allowed categories. */
export const isAllowed = (path: readonly string[], allowed: Categories): boolean =>
  allowed === null ||
  allowed.some((open) => open.every((label, i) => folded(label) === folded(path[i] ?? '') && label !== ''));

/** The allowed categories, whether or not they exist yet, and the existing ones, each once. */
export function offeredCategories(
  allowed: Categories,
  existing: readonly (readonly string[])[],
): readonly (readonly string[])[] {
  const byKey = new Map([...(allowed ?? []), ...existing].map((path) => [path.map(folded).join('>'), path]));
  return [...byKey.values()];
}

/** The category to start with: the one that the reader has chosen, or else the only one that is allowed. */
export function firstCategory(chosen: readonly string[], allowed: Categories): readonly string[] {
  const [only, ...others] = allowed ?? [];
  return chosen.length > 0 || only === undefined || others.length > 0 ? chosen : only;
}
