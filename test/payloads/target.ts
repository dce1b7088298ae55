import type { InjectOptions, LightMyRequestResponse } from 'fastify';

/** A place in a call that takes a text. */
export interface Field {
  /** As an error points to it: `/filters/allowed_category_paths/0`. */
  readonly pointer: string;
  /** Decides by itself, without a pointer to it, whether a call is accepted. */
  readonly isAlone?: boolean;
}

/** A call with texts in some of its fields; all else is as in a call that is accepted. */
export interface Target<F extends Field = Field> {
  readonly name: string;
  readonly fields: readonly F[];
  request(texts: ReadonlyMap<Field, string>): InjectOptions;
}

/** The field of a call that must never be accepted; no route knows it, and every other fault is told beside it. */
export const ALWAYS_REFUSED = '/no_such_field';

export type Answer = LightMyRequestResponse;

/** As a browser sends it: lone surrogates have no UTF-8. */
export function encode(text: string): string {
  return encodeURIComponent(Buffer.from(text).toString());
}

/** The bytes of a text as they stand in a header; what would end the header is left to the parser's own tests. */
export function asHeader(text: string): string {
  const bytes = Array.from(Buffer.from(text).toString('latin1'), (sign) => (isHeaderSign(sign) ? sign : '?'));
  return bytes.join('');
}

function isHeaderSign(sign: string): boolean {
  const code = sign.charCodeAt(0);
  return code === 9 || (code >= 32 && code !== 127);
}

/** Keys and numbers on the way to a string. */
export type Place = readonly (string | number)[];

export function stringPlaces(value: unknown, at: Place = []): Place[] {
  if (typeof value === 'string') return [at];
  if (Array.isArray(value)) return value.flatMap((inner, i) => stringPlaces(inner, [...at, i]));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => stringPlaces(inner, [...at, key]));
}

/** The value with this text at a place. */
export function withText(value: unknown, [first, ...rest]: Place, text: string): unknown {
  if (first === undefined) return text;
  if (Array.isArray(value)) return value.map((inner, i) => (i === first ? withText(inner, rest, text) : inner));
  const fields = typeof value === 'object' && value !== null ? value : {};
  return { ...fields, [first]: withText(Object.entries(fields).find(([key]) => key === first)?.[1], rest, text) };
}

export interface BodyField extends Field {
  readonly at: Place;
}

/** The strings of a body as fields; of the items of a list, which all obey one rule, the first that has the field. */
export function bodyFields(body: unknown): BodyField[] {
  const kinds = new Map<string, Place>();
  for (const at of stringPlaces(body)) {
    const kind = at.map((step) => (typeof step === 'number' ? '*' : step)).join('/');
    if (!kinds.has(kind)) kinds.set(kind, at);
  }
  return [...kinds.values()].map((at) => ({ pointer: `/${at.join('/')}`, at }));
}

export function withTexts(body: unknown, fields: readonly BodyField[], texts: ReadonlyMap<Field, string>): unknown {
  return fields.reduce((made, field) => {
    const text = texts.get(field);
    return text === undefined ? made : withText(made, field.at, text);
  }, body);
}
