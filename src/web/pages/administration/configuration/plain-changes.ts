/** A difference of two versions, as the server names it: by a JSON Pointer. */
interface Change {
  readonly pointer: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

interface FileChanges {
  /** The part of the configuration, which one file has. */
  readonly file: string;
  readonly changes: readonly Change[];
}

const partsOf = (pointer: string): readonly string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));

/** The changes by file, in the order of the first one of each. */
export function byFile(changes: readonly Change[]): readonly FileChanges[] {
  const files = new Map<string, Change[]>();
  for (const change of changes) {
    const [file = ''] = partsOf(change.pointer);
    files.set(file, [...(files.get(file) ?? []), change]);
  }
  return [...files].map(([file, inFile]) => ({ file, changes: inFile }));
}

/** Where in its file a change is, in words: `/pipeline/limits/0/top_k` is "limits › 1 › top k". */
export const plainPlace = (pointer: string): string =>
  partsOf(pointer)
    .slice(1)
    .map((part) => (/^\d+$/.test(part) ? String(Number(part) + 1) : part.replaceAll('_', ' ')))
    .join(' › ');

/**
 * A value in words: lists with commas, fields by name.
 * @param say words for yes, no and nothing
 */
export function plainValue(value: unknown, say: (word: 'yes' | 'no' | 'none') => string): string {
  if (value === null || value === '') return say('none');
  if (typeof value === 'boolean') return say(value ? 'yes' : 'no');
  if (Array.isArray(value))
    return value.length === 0 ? say('none') : value.map((one) => plainValue(one, say)).join(', ');
  if (typeof value !== 'object') return typeof value === 'string' ? value : JSON.stringify(value);
  return Object.entries(value)
    .map(([field, inside]) => `${field.replaceAll('_', ' ')}: ${plainValue(inside, say)}`)
    .join('; ');
}
