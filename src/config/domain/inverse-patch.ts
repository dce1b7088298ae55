import { InvalidInputError } from '../../shared/domain/domain-error.js';
import { applyPatch, Json, JsonPatch, PatchOperation, valueAt } from './json-patch.js';

const parentOf = (path: string) => path.slice(0, path.lastIndexOf('/'));

/** Where an `add` inserts its value: `-` is the current end of the list. */
function placeOf(document: Json, path: string): string {
  const parent = valueAt(document, parentOf(path));
  return path.endsWith('/-') && Array.isArray(parent) ? `${parentOf(path)}/${parent.length}` : path;
}

function undo(before: Json, operation: PatchOperation): JsonPatch {
  const { op, path } = operation;
  if (op === 'test') return [];
  const old = valueAt(before, path);
  if (op === 'remove' && old !== undefined) return [{ op: 'add', path, value: old }];
  if (op === 'replace' && old !== undefined)
    return [
      { op: 'test', path, value: operation.value },
      { op: 'replace', path, value: old },
    ];
  if (op === 'add') {
    const place = placeOf(before, path);
    const isReplacing = old !== undefined && !Array.isArray(valueAt(before, parentOf(path)));
    return [
      { op: 'test', path: place, value: operation.value },
      isReplacing ? { op: 'replace', path: place, value: old } : { op: 'remove', path: place },
    ];
  }
  throw new InvalidInputError([{ pointer: path, detail: `${op} ${path} cannot be taken back by itself.` }]);
}

/**
 * The inverse of a patch. It first tests that the patched values are still there, so that a later change at the same
 * pointer is detected and not lost.
 * @param document before the patch
 * @throws InvalidInputError if the patch does not fit the document, or moves or copies
 */
export function inversePatch(document: Json, patch: JsonPatch): JsonPatch {
  let state = document;
  const undone: JsonPatch[] = [];
  for (const operation of patch) {
    undone.unshift(undo(state, operation));
    state = applyPatch(state, [operation]);
  }
  return undone.flat();
}
