import type { QueuedFile } from './dropped-files.js';

/** Levels of the longest category. */
const MOST_LABELS = 5;

interface Placing {
  readonly path: readonly string[];
  /** Whether the folders of a file are labels below the category. */
  readonly usesFolders: boolean;
}

/** The category that a file goes to. Folders below the fifth level count for nothing. */
export const placeOf = ({ folders }: Pick<QueuedFile, 'folders'>, { path, usesFolders }: Placing): readonly string[] =>
  [...path, ...(usesFolders ? folders : [])].slice(0, MOST_LABELS);

/** A category and the names of the files that go to it. */
export interface PlannedCategory {
  readonly path: readonly string[];
  readonly names: readonly string[];
}

/** What goes where, before it is sent: the categories in the order of their first files. */
export function planOf(files: readonly QueuedFile[], placing: Placing): readonly PlannedCategory[] {
  const byCategory = new Map<string, PlannedCategory>();
  for (const one of files) {
    const path = placeOf(one, placing);
    const key = JSON.stringify(path);
    byCategory.set(key, { path, names: [...(byCategory.get(key)?.names ?? []), one.file.name] });
  }
  return [...byCategory.values()];
}
