import { ConfigurationView } from './served-configuration.js';
import { Patch } from './experiment-sandbox.js';

const strings = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : typeof value === 'string' ? [value] : [];

function wordsOf(value: unknown): string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return strings(value);
  return strings(Object.entries(value).find(([key]) => key === 'words')?.[1]);
}

/** The synonym groups that a patch makes or widens, complete. */
export function changedGroups(patch: Patch, { synonyms }: ConfigurationView): string[][] {
  return patch.flatMap((operation) => {
    const { path, value } = operation;
    const place = typeof path === 'string' ? /^\/synonyms\/groups\/(\d+|-)/u.exec(path)?.[1] : undefined;
    if (place === undefined || value === undefined) return [];
    const known = place === '-' ? [] : (synonyms[Number(place)]?.words ?? []);
    return [[...new Set([...known, ...wordsOf(value)])]];
  });
}

/** The user's words in the groups, by each word that the documents may have instead. */
export function saidFor(
  question: string,
  groups: readonly (readonly string[])[],
): { readonly written: string; readonly said: string }[] {
  const text = question.toLowerCase();
  return groups.flatMap((group) => {
    const said = group.find((word) => text.includes(word.toLowerCase()));
    if (said === undefined) return [];
    return group.filter((word) => word !== said).map((written) => ({ written, said }));
  });
}
