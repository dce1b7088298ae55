import { Json, jsonKey, JsonPatch } from './json-patch.js';

/**
 * A patch that makes one list of distinct values of another. Each value that it replaces or removes is tested first, so that the patch
 * is refused where the list was edited at that place meanwhile. New values come last; the order of the others stays.
 * @param path JSON Pointer of the list
 */
export function listPatch(path: string, before: readonly Json[], after: readonly Json[]): JsonPatch {
  const [known, kept] = [new Set(before.map(jsonKey)), new Set(after.map(jsonKey))];
  const gone = before.flatMap((value, i) => (kept.has(jsonKey(value)) ? [] : [{ value, i }]));
  const first = new Map(after.map((value, i) => [jsonKey(value), i] as const).toReversed());
  const isNew = after.map((value, i) => !known.has(jsonKey(value)) && first.get(jsonKey(value)) === i);
  const replaced = new Set(gone.filter(({ i }) => isNew[i]).map(({ i }) => i));
  return [
    ...gone.flatMap(({ value, i }): JsonPatch => {
      const [at, other] = [`${path}/${i}`, after[i]];
      if (!replaced.has(i) || other === undefined) return [];
      return [
        { op: 'test', path: at, value },
        { op: 'replace', path: at, value: other },
      ];
    }),
    // From the end, so that the places of the others stay.
    ...gone
      .filter(({ i }) => !replaced.has(i))
      .toReversed()
      .flatMap(({ value, i }): JsonPatch => [
        { op: 'test', path: `${path}/${i}`, value },
        { op: 'remove', path: `${path}/${i}` },
      ]),
    ...after
      .filter((_, i) => isNew[i] === true && !replaced.has(i))
      .map((value) => ({ op: 'add' as const, path: `${path}/-`, value })),
  ];
}
