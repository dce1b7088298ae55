/** Random numbers from a seed: 0 up to, not including, 1 (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export interface HostileBody {
  /** A description of the attack, for messages. */
  readonly name: string;
  readonly bytes: Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

type Random = () => number;
type Json = Readonly<Record<string, unknown>>;

const JSON_HEADERS = { 'content-type': 'application/json' };
const SIZES = [10, 1_000, 30_000, 99_000, 250_000];
const PIECES = ['a', '가', '😀', '. 가', ' ', '\\', '"', '(', '제1조 ', '1,', '<b>', '..', 'a b. '];
const NAMES = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  '',
  '/',
  '~',
  '\u202e',
  '0',
  '$where',
];
const SCALARS = [
  '1e400',
  '-0',
  '1e308',
  '123456789012345678901234567890',
  'null',
  'true',
  '"\\ud800"',
  '"\\u0000"',
  '""',
  '[]',
  '{}',
  '[[]]',
  '0.1e-999',
];

function pick<T>(random: Random, values: readonly T[]): T {
  const value = values[Math.floor(random() * values.length)];
  if (value === undefined) throw new Error('nothing to pick from');
  return value;
}

/** The JSON of an example with one of its fields, or a new one, replaced by raw text. */
function withField(random: Random, example: Json, raw: string): string {
  const names = [...Object.keys(example), 'extra'];
  const at = pick(random, names);
  const rest = Object.entries(example).filter(([name]) => name !== at);
  return `{${[...rest.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`), `${JSON.stringify(at)}:${raw}`].join(',')}}`;
}

const text = (random: Random): string => {
  const piece = pick(random, PIECES);
  const length = pick(random, [100, 5_000, 60_000, 900_000]);
  return JSON.stringify(piece.repeat(Math.ceil(length / piece.length)).slice(0, length));
};
const list = (random: Random): string => {
  const element = pick(random, ['{}', '1', '""', '[]', '["a"]', '{"a":1}', 'null', '{"id":"a","text":"b"}']);
  return `[${Array(pick(random, SIZES)).fill(element).join(',')}]`;
};
const map = (random: Random): string =>
  `{${Array.from({ length: pick(random, [10, 999, 1_001, 30_000]) }, (_, i) => `"k${i}":${i}`).join(',')}}`;
const nested = (random: Random): string => {
  const depth = pick(random, [31, 32, 33, 1_000, 200_000]);
  return random() < 0.5 ? `${'['.repeat(depth)}${']'.repeat(depth)}` : `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
};

/** Kinds of hostile bodies. Each gets an example of the route's body, which may be empty. */
const KINDS: Readonly<Record<string, (random: Random, example: Json) => { text: string | Buffer; headers?: Json }>> = {
  scalar: (random, example) => ({ text: withField(random, example, pick(random, SCALARS)) }),
  'long text': (random, example) => ({ text: withField(random, example, text(random)) }),
  'long list': (random, example) => ({ text: withField(random, example, list(random)) }),
  'many members': (random, example) => ({ text: withField(random, example, map(random)) }),
  'deep nesting': (random, example) => ({ text: withField(random, example, nested(random)) }),
  'unknown fields': (random, example) => ({
    text: JSON.stringify({ ...example, ...(JSON.parse(map(random)) as Json) }),
  }),
  'long name': (random, example) => ({ text: JSON.stringify({ ...example, [JSON.parse(text(random)) as string]: 1 }) }),
  'odd name': (random, example) => ({
    text: `${JSON.stringify(example).slice(0, -1)}${Object.keys(example).length > 0 ? ',' : ''}${JSON.stringify(pick(random, NAMES))}:1}`,
  }),
  'repeated name': (random, example) => ({
    text: `{${Array(pick(random, SIZES))
      .fill(`"${Object.keys(example)[0] ?? 'a'}":1`)
      .join(',')}}`,
  }),
  'no object': (random) => ({
    text: pick(random, ['1', 'null', '"a"', '[]', '[{}]', '', ' '.repeat(900_000), '\ufeff{}', '{', ']']),
  }),
  'invalid UTF-8': (_, example) => ({
    text: Buffer.concat([Buffer.from(JSON.stringify(example).slice(0, -1)), Buffer.of(0xff, 0xc0, 0x80, 0x7d)]),
  }),
  'cut off': (random, example) => ({ text: JSON.stringify(example).slice(0, Math.floor(random() * 40)) }),
  'foreign type': (random, example) => ({
    text: JSON.stringify(example),
    headers: {
      'content-type': pick(random, [
        'text/plain',
        'application/xml',
        'application/x-www-form-urlencoded',
        'application/json; charset=utf-16',
        '',
        'application/vnd.sqlite3',
        'application/json;;;',
      ]),
    },
  }),
  compressed: (_, example) => ({
    text: JSON.stringify(example),
    headers: { ...JSON_HEADERS, 'content-encoding': 'gzip' },
  }),
  lines: (random) => ({
    text: Array(pick(random, SIZES))
      .fill(pick(random, ['{}', '', '1', '{"a":1}', '[', '{"title":"a","text":"b"}']))
      .join('\n'),
    headers: { 'content-type': 'application/x-ndjson' },
  }),
  'one long line': (random) => ({
    text: `{"text":${text(random)}`,
    headers: { 'content-type': 'application/x-ndjson' },
  }),
  form: (random) => ({
    text: pick(random, [
      '--x--',
      '--x\r\n\r\n',
      `--x\r\ncontent-disposition: form-data; name="${'a'.repeat(5_000)}"\r\n\r\nb\r\n--x--\r\n`,
      `${'--x\r\ncontent-disposition: form-data; name="a"\r\n\r\nb\r\n'.repeat(2_000)}--x--\r\n`,
      '--x\r\ncontent-disposition: form-data; name="__proto__"\r\n\r\nb\r\n--x--\r\n',
      `--x\r\ncontent-disposition: form-data; name="canonical_path"\r\n\r\n${'['.repeat(60_000)}\r\n--x--\r\n`,
      `--x\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.7${'('.repeat(5_000)}\r\n--x--\r\n`,
      `--x\r\n${'x-header: a\r\n'.repeat(3_000)}\r\nb\r\n--x--\r\n`,
    ]),
    headers: {
      'content-type': pick(random, [
        'multipart/form-data; boundary=x',
        'multipart/form-data',
        'multipart/form-data; boundary=""',
      ]),
    },
  }),
};

/** A hostile body, by the random numbers alone. */
export function hostileBody(random: Random, example: unknown): HostileBody {
  const [name, make] = pick(random, Object.entries(KINDS));
  const fields = typeof example === 'object' && example !== null && !Array.isArray(example) ? { ...example } : {};
  const { text: body, headers = JSON_HEADERS } = make(random, fields);
  return {
    name,
    bytes: Buffer.from(body),
    headers: Object.fromEntries(Object.entries(headers).map(([key, value]) => [key, String(value)])),
  };
}

/** A hostile query. */
export function hostileQuery(random: Random): string {
  return pick(random, [
    () => '',
    () => '?a=1&a=1',
    () => `?${'limit=1&'.repeat(900)}`,
    () => `?${Array.from({ length: 900 }, (_, i) => `k${i}=1`).join('&')}`,
    () => `?cursor=${'x'.repeat(7_000)}`,
    () => '?path=%5B%5B%5B%5D&limit=1e9',
    () => `?path=${encodeURIComponent('["'.repeat(500))}`,
    () => '?__proto__[a]=1&constructor=2',
    () => '?limit=-1&cursor=%00&query=%ED%A0%80',
  ])();
}
