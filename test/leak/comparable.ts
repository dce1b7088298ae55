import type { LightMyRequestResponse } from 'fastify';
import { decodeNameCursor } from '../../src/shared/domain/page.js';

/** An answer as it is compared: without times, durations and ids that are drawn at random. */
export interface Comparable {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

/** Headers that differ between any two answers. */
const CHANGING_HEADERS: ReadonlySet<string> = new Set(['date', 'content-length', 'x-request-id', 'set-cookie', 'etag']);

/** Fields with measured times. */
const MEASURED =
  /^(?:csrf_token|uptime_s|documents_per_second|(?:.*_)?(?:latency|time|timings|ms|s)|performance|latency|.*_latency_ms|.*_time_ms|cache_hit)$/u;

/** Version and hash of the configuration in service: a trace says by which it was made, whoever asks. */
const OF_THE_SERVICE: ReadonlySet<string> = new Set(['configuration']);

/** Times of the OpenAI API. */
const isSeconds = (key: string, value: unknown) =>
  /^(?:created|created_at|completed_at)$/u.test(key) && typeof value === 'number';

/** Ids and secrets that each server draws at random, and times. */
const RANDOM: readonly (readonly [RegExp, string])[] = [
  [/\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z| UTC)?/gu, '<time>'],
  [/\b(?:whsec|ts)_[\w+/=-]{12,}/gu, '<secret>'],
  [/\b(chatcmpl|resp|msg|fs|[a-z]+)_[0-9a-f]{12,}(?:_[\w-]{43})?/gu, '<$1>'],
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gu, '<uuid>'],
  // What a chosen id of a case is extended by follows from the id and a secret of the server.
  [/~[0-9a-f]{16}\b/gu, '~<own>'],
];

/** Cursors contain the name of the last item: a time or an id. */
const CURSOR = /\bn[0-9a-z]{1,4}(?:\.[0-9a-z]{1,4}){4,}/gu;

function withoutRandom(text: string): string {
  const read = text.replaceAll(CURSOR, (cursor) => `<after ${decodeNameCursor(cursor)}>`);
  return RANDOM.reduce((changed, [pattern, name]) => changed.replaceAll(pattern, name), read);
}

function steady(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(steady);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      MEASURED.test(key) || OF_THE_SERVICE.has(key) || isSeconds(key, inner) ? '*' : steady(inner),
    ]),
  );
}

/** The JSON values of a body: one, one a line, or one an event. */
function valuesOf(type: string, body: string): unknown {
  const parsed = (text: string): unknown => steady(JSON.parse(text));
  if (type.startsWith('text/event-stream'))
    return body
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => (/^data: (?!\[DONE\])[[{]/u.test(line) ? parsed(line.slice(6)) : line));
  if (type.includes('ndjson')) return body.split('\n').filter(Boolean).map(parsed);
  return type.includes('json') && body !== '' ? parsed(body) : body.split('\n');
}

/** @param named texts that the request contains, each with what it is compared as */
export function comparable(response: LightMyRequestResponse, named: ReadonlyMap<string, string>): Comparable {
  const body = [...named].reduce((text, [id, name]) => text.replaceAll(id, name), response.body);
  const headers = Object.entries(response.headers).filter(([name]) => !CHANGING_HEADERS.has(name));
  return {
    status: response.statusCode,
    headers: Object.fromEntries(headers),
    body: valuesOf(String(response.headers['content-type']), withoutRandom(body)),
  };
}

/** Where two values first differ, with both; undefined if they are alike. */
export function firstDifference(one: unknown, other: unknown, at = ''): string | undefined {
  if (typeof one !== 'object' || one === null || typeof other !== 'object' || other === null)
    return Object.is(one, other) ? undefined : `${at}: ${JSON.stringify(one)} / ${JSON.stringify(other)}`;
  const [left, right] = [new Map(Object.entries(one)), new Map(Object.entries(other))];
  for (const key of new Set([...left.keys(), ...right.keys()])) {
    const found = firstDifference(left.get(key), right.get(key), `${at}/${key}`);
    if (found !== undefined) return found;
  }
  return undefined;
}
