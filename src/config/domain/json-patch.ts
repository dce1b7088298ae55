import { InvalidInputError } from '../../shared/domain/domain-error.js';
import { Configuration } from './configuration.js';

export type Json = null | boolean | number | string | readonly Json[] | { readonly [member: string]: Json };

/** One operation of a JSON Patch (RFC 6902); pointers by RFC 6901. */
export type PatchOperation =
  | { readonly op: 'add' | 'replace' | 'test'; readonly path: string; readonly value: Json }
  | { readonly op: 'remove'; readonly path: string }
  | { readonly op: 'move' | 'copy'; readonly from: string; readonly path: string };

export type JsonPatch = readonly PatchOperation[];

/** JSON.parse returns nothing else. */
function isJson(value: unknown): value is Json {
  return value !== undefined;
}

/** @throws SyntaxError */
export function parseJson(text: string): Json {
  const value: unknown = JSON.parse(text);
  return isJson(value) ? value : null;
}

/** Whether a value has the shape of a patch; it may still not be applicable. */
export function isPatch(value: Json): value is Json & JsonPatch {
  return (
    isList(value) &&
    value.every(
      (operation) =>
        isObject(operation) && typeof operation['op'] === 'string' && typeof operation['path'] === 'string',
    )
  );
}

type JsonObject = Readonly<Record<string, Json>>;
type Edit = (parent: Json, key: string) => Json;

class PatchFault extends Error {}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

function isObject(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function keysOf(pointer: string): string[] {
  if (pointer === '') return [];
  if (!pointer.startsWith('/')) throw new PatchFault(`'${pointer}' is not a JSON Pointer; a pointer begins with /`);
  return pointer
    .slice(1)
    .split('/')
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** Index in a list; `-` is the end of the list, which only `add` accepts. */
function placeIn(list: readonly Json[], key: string, last: number): number {
  if (key === '-') return list.length;
  const place = /^(0|[1-9]\d*)$/u.test(key) ? Number(key) : -1;
  if (place < 0 || place > last) throw new PatchFault(`a list of ${list.length} has no element '${key}'`);
  return place;
}

function child(parent: Json, key: string): Json {
  if (isList(parent)) return parent[placeIn(parent, key, parent.length - 1)] ?? null;
  if (isObject(parent) && Object.hasOwn(parent, key)) return parent[key] ?? null;
  throw new PatchFault(`there is no member '${key}'`);
}

function withChild(parent: Json, key: string, value: Json): Json {
  if (isList(parent)) return parent.with(placeIn(parent, key, parent.length - 1), value);
  if (isObject(parent)) return { ...parent, [key]: value };
  throw new PatchFault(`'${key}' is looked for in something that has no members`);
}

function at(document: Json, pointer: string): Json {
  return keysOf(pointer).reduce(child, document);
}

/** The document after the edit at the parent of the value that the keys name. */
function edited(document: Json, [key, ...deeper]: readonly string[], edit: Edit): Json {
  if (key === undefined) throw new PatchFault('the whole document cannot be put in place of itself');
  if (deeper.length === 0) return edit(document, key);
  return withChild(document, key, edited(child(document, key), deeper, edit));
}

function adding(value: Json): Edit {
  return (parent, key) => {
    if (isList(parent)) return parent.toSpliced(placeIn(parent, key, parent.length), 0, value);
    if (isObject(parent)) return { ...parent, [key]: value };
    throw new PatchFault(`'${key}' cannot be added to something that has no members`);
  };
}

const removing: Edit = (parent, key) => {
  child(parent, key);
  if (isList(parent)) return parent.toSpliced(placeIn(parent, key, parent.length - 1), 1);
  return isObject(parent) ? Object.fromEntries(Object.entries(parent).filter(([name]) => name !== key)) : parent;
};

function replacing(value: Json): Edit {
  return (parent, key) => {
    child(parent, key);
    return withChild(parent, key, value);
  };
}

/** The value at a pointer; undefined if there is none. */
export function valueAt(document: Json, pointer: string): Json | undefined {
  try {
    return at(document, pointer);
  } catch (error) {
    if (error instanceof PatchFault) return undefined;
    throw error;
  }
}

/** Deep equality of JSON; the order of members does not matter. */
export function sameJson(a: Json, b: Json): boolean {
  if (isList(a) && isList(b)) return a.length === b.length && a.every((item, i) => sameJson(item, b[i] ?? null));
  if (!isObject(a) || !isObject(b)) return a === b;
  const names = Object.keys(a);
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => Object.hasOwn(b, name) && sameJson(a[name] ?? null, b[name] ?? null))
  );
}

/** A text that is the same for the same JSON, in whichever order its members are. */
export function jsonKey(value: Json): string {
  return JSON.stringify(value, (_, member: Json) =>
    isObject(member) ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1))) : member,
  );
}

function applied(document: Json, operation: PatchOperation): Json {
  const keys = keysOf(operation.path);
  switch (operation.op) {
    case 'add':
      return edited(document, keys, adding(operation.value));
    case 'replace':
      return edited(document, keys, replacing(operation.value));
    case 'remove':
      return edited(document, keys, removing);
    case 'copy':
      return edited(document, keys, adding(at(document, operation.from)));
    case 'move': {
      if (operation.path.startsWith(`${operation.from}/`)) throw new PatchFault('it cannot move into itself');
      const value = at(document, operation.from);
      return edited(edited(document, keysOf(operation.from), removing), keys, adding(value));
    }
    case 'test': {
      if (!sameJson(at(document, operation.path), operation.value))
        throw new PatchFault('the value at this path is another one');
      return document;
    }
  }
}

/**
 * Applies all operations in order; does not change the given document.
 * @throws InvalidInputError naming the operation (`/2`) and its path if one cannot be applied; then none is
 */
export function applyPatch(document: Json, patch: JsonPatch): Json {
  return patch.reduce((done, operation, i) => {
    try {
      return applied(done, operation);
    } catch (error) {
      if (!(error instanceof PatchFault)) throw error;
      throw new InvalidInputError([
        { pointer: `/${i}`, detail: `${operation.op} ${operation.path} cannot be done: ${error.message}.` },
      ]);
    }
  }, document);
}

/** The same document as plain JSON, for patches. */
export function asJson({ intents, synonyms, pipeline }: Configuration): Json {
  const { components, search } = pipeline;
  return {
    intents: {
      version: intents.version,
      rules: intents.rules.map((rule) => ({ ...rule })),
      audiences: intents.audiences.map((audience) => ({ ...audience })),
    },
    synonyms: {
      version: synonyms.version,
      groups: synonyms.groups.map((group) => ({ ...group })),
      translations: synonyms.translations.map((translation) => ({ ...translation })),
    },
    pipeline: {
      version: pipeline.version,
      components: Object.fromEntries(Object.entries(components).map(([name, settings]) => [name, { ...settings }])),
      search: { ...search, first: { ...search.first }, second: { ...search.second } },
    },
  };
}
