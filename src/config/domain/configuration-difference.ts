import { Json, jsonKey, sameJson } from './json-patch.js';

/** One difference of two configurations; `before` or `after` is undefined if it had or has no value. */
export interface ConfigurationChange {
  /** JSON Pointer: of the member, or of the list that a value was added to or removed from. */
  readonly pointer: string;
  readonly before: Json | undefined;
  readonly after: Json | undefined;
}

type Members = Readonly<Record<string, Json>>;

const isList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value);
const isMembers = (value: Json | undefined): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function without(list: readonly Json[], others: readonly Json[]): readonly Json[] {
  const known = new Set(others.map(jsonKey));
  return list.filter((value) => !known.has(jsonKey(value)));
}

/** The differences of two documents. Lists are compared by their values, since their order means little to a reader. */
export function configurationChanges(
  before: Json | undefined,
  after: Json | undefined,
  pointer = '',
): readonly ConfigurationChange[] {
  if (before !== undefined && after !== undefined && sameJson(before, after)) return [];
  if (isList(before) && isList(after)) {
    const removed = without(before, after);
    const added = without(after, before);
    if (removed.length + added.length === 0) return [{ pointer, before, after }];
    return [
      ...removed.map((value) => ({ pointer, before: value, after: undefined })),
      ...added.map((value) => ({ pointer, before: undefined, after: value })),
    ];
  }
  if (isMembers(before) && isMembers(after))
    return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((name) =>
      configurationChanges(before[name], after[name], `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`),
    );
  return [{ pointer, before, after }];
}
