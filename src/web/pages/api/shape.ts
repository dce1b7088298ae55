/**
 * Parses a value of unknown shape. Responses are validated on arrival, so that the pages' types hold, and a response of
 * another version shows an error message and does not break a page later.
 * @throws ShapeError
 */
export type Shape<T> = (value: unknown, at: string) => T;
/** The type that a shape reads. */
export type Read<S> = S extends Shape<infer T> ? T : never;

type Shapes = Readonly<Record<string, Shape<unknown>>>;

/** A value differs from the contract. */
export class ShapeError extends Error {
  constructor(
    readonly at: string,
    readonly wanted: string,
  ) {
    super(`${at === '' ? 'The answer' : at} is not ${wanted}.`);
  }
}

export const text: Shape<string> = (value, at) => {
  if (typeof value !== 'string') throw new ShapeError(at, 'a string');
  return value;
};

export const number: Shape<number> = (value, at) => {
  if (typeof value !== 'number') throw new ShapeError(at, 'a number');
  return value;
};

export const flag: Shape<boolean> = (value, at) => {
  if (typeof value !== 'boolean') throw new ShapeError(at, 'true or false');
  return value;
};

/** Any value, to be parsed later. */
export const anything: Shape<unknown> = (value) => value;

/** Null or absent is null. */
export function nullable<T>(shape: Shape<T>): Shape<T | null> {
  return (value, at) => (value === null || value === undefined ? null : shape(value, at));
}

export function list<T>(shape: Shape<T>): Shape<readonly T[]> {
  return (value, at) => {
    if (!Array.isArray(value)) throw new ShapeError(at, 'a list');
    return value.map((item: unknown, i) => shape(item, `${at}/${i}`));
  };
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A map whose keys are data. */
export function map<T>(shape: Shape<T>): Shape<Readonly<Record<string, T>>> {
  return (value, at) => {
    if (!isMap(value)) throw new ShapeError(at, 'an object');
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, shape(member, `${at}/${key}`)]));
  };
}

/** An object with these members; others are ignored, so that a newer server may add members. */
export function object<S extends Shapes>(shapes: S): Shape<{ readonly [K in keyof S]: Read<S[K]> }>;
export function object(shapes: Shapes): Shape<unknown> {
  return (value, at) => {
    if (!isMap(value)) throw new ShapeError(at, 'an object');
    return Object.fromEntries(Object.entries(shapes).map(([key, shape]) => [key, shape(value[key], `${at}/${key}`)]));
  };
}

/** A page of a list. */
export function page<T>(shape: Shape<T>): Shape<Page<T>> {
  return object({ items: list(shape), next_cursor: nullable(text) });
}

export interface Page<T> {
  readonly items: readonly T[];
  readonly next_cursor: string | null;
}
