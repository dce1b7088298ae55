import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { InjectOptions } from 'fastify';
import { type RunningApplication, startApplication } from './support/application.js';
import { developmentData } from './support/development-data.js';
import {
  exampleOf,
  openApiDocument,
  type OpenApiDocument,
  type Operation,
  operationsOf,
  resolveReference,
  type Schema,
} from './support/open-api.js';

const folder = developmentData('payloads_half');
const payloads = folder === undefined ? [] : readPayloads(path.join(folder, 'payloads.jsonl'));
/** Each request may take this long; an expression that runs away takes minutes. */
const LIMIT_MS = 10_000;

function readPayloads(file: string): string[] {
  const rows = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return rows.map((row) => (JSON.parse(row) as { text: string }).text);
}

/** Places of strings in an example: keys and numbers on the way to each. */
function stringPlaces(value: unknown, at: readonly (string | number)[] = []): (readonly (string | number)[])[] {
  if (typeof value === 'string') return [at];
  if (Array.isArray(value)) return value.flatMap((inner, i) => stringPlaces(inner, [...at, i]));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => stringPlaces(inner, [...at, key]));
}

function withValue(value: unknown, [first, ...rest]: readonly (string | number)[], text: string): unknown {
  if (first === undefined) return text;
  if (Array.isArray(value)) return value.map((inner, i) => (i === first ? withValue(inner, rest, text) : inner));
  return { ...(value as object), [first]: withValue((value as Record<string, unknown>)[first], rest, text) };
}

interface Parameter {
  readonly name: string;
  readonly in: string;
}

/** One string of a request that a caller can set, as a function from the string to the request. */
interface Field {
  readonly name: string;
  readonly request: (text: string) => InjectOptions & { readonly url: string };
}

function fieldsOf(document: OpenApiDocument, { name, method, path: route, url, operation }: Operation): Field[] {
  const { parameters = [] } = operation as unknown as { parameters?: readonly Parameter[] };
  const body = operation.requestBody?.content['application/json'];
  const example =
    body === undefined ? undefined : exampleOf(document, withoutReference(document, body.schema), 'documented');
  const base = { method, url, ...(example === undefined ? {} : { payload: example as object }) };
  const inUrl = parameters.map((parameter): Field => {
    const label = `${name} ${parameter.in} ${parameter.name}`;
    if (parameter.in === 'query')
      return { name: label, request: (text) => ({ ...base, url: `${url}?${parameter.name}=${encode(text)}` }) };
    const named = (text: string) =>
      route.replace(`{${parameter.name}}`, encode(text)).replaceAll(/\{[^}]+\}/g, 'unknown');
    return { name: label, request: (text) => ({ ...base, url: named(text) }) };
  });
  const inBody = stringPlaces(example).map((at): Field => ({
    name: `${name} /${at.join('/')}`,
    request: (text) => ({ ...base, payload: withValue(example, at, text) as object }),
  }));
  const headers = ['x-request-id', 'traceparent', 'x-api-key'].map((header): Field => ({
    name: `${name} header ${header}`,
    request: (text) => ({ ...base, headers: { [header]: text.replaceAll(/[^\x20-\x7e]/g, '?') } }),
  }));
  return [...inUrl, ...inBody, ...headers.slice(0, name === 'POST /search' ? 3 : 0)];
}

function encode(text: string): string {
  return encodeURIComponent(Buffer.from(text).toString());
}

function withoutReference(document: OpenApiDocument, schema: Schema): Schema {
  return schema.$ref === undefined ? schema : resolveReference(document, schema.$ref);
}

/** Every file below a folder, by name. */
function filesBelow(root: string): string[] {
  if (!existsSync(root)) return [];
  return readdirSync(root, { recursive: true }).map(String).sort();
}

const LEAKED = /\bat [\w.<>]+ \(?(file:|\/|node:)|SQLITE_|SqliteError|\/node_modules\/|root:x:0:0|TypeError|RangeError/;

const describeWithData = payloads.length === 0 ? describe.skip : describe;
describeWithData('hostile text in every string field of every route', () => {
  let running: RunningApplication;
  let document: OpenApiDocument;
  beforeAll(async () => {
    running = await startApplication();
    document = await openApiDocument(running);
    const kept = { document_id: 'kept', title: 'Kept', text: 'This stays as it is.', canonical_path: ['Kept'] };
    await running.post('/documents', kept);
  });
  afterAll(() => running.stop());

  it('is answered without a fault of the server, repeats no inside, and changes nothing that it does not name', async () => {
    const fields = operationsOf(document).flatMap((operation) => fieldsOf(document, operation));
    expect(fields.length).toBeGreaterThan(100);
    const before = (await running.call({ method: 'GET', url: '/documents/kept' })).body;
    const faults: string[] = [];
    // Each text goes into one field after the other, and each field gets many: all pairs would be a million requests.
    let next = 0;
    for (const text of payloads) {
      for (let i = 0; i < FIELDS_A_TEXT; i++) {
        const field = fields[next++ % fields.length];
        if (field === undefined) continue;
        const started = performance.now();
        const response = await running.call(field.request(text));
        const isFault = response.statusCode >= 500 && response.statusCode !== 501;
        const isHtml = String(response.headers['content-type']).includes('html');
        if (
          isFault ||
          isHtml ||
          LEAKED.test(withoutText(response.body, text)) ||
          performance.now() - started > LIMIT_MS
        )
          faults.push(
            `${field.name} ${response.statusCode} ${JSON.stringify(text.slice(0, 80))} ${response.body.slice(0, 200)}`,
          );
      }
    }
    expect(faults.slice(0, 20)).toEqual([]);
    expect((await running.call({ method: 'GET', url: '/documents/kept' })).body).toBe(before);
    expect((await running.call({ method: 'GET', url: '/health/ready' })).statusCode).toBe(200);
    const foreign = filesBelow(running.dataFolder).filter(
      (file) => !/^(cbr|output)([/\\]|$)|^\w+\.db(-wal|-shm)?$/.test(file),
    );
    expect(foreign).toEqual([]);
  }, 600_000);
});

/** With some 5,000 texts and 200 fields, each field gets about fifty of them. */
const FIELDS_A_TEXT = 2;

/** What was sent may be told again, in a title for instance. */
function withoutText(body: string, text: string): string {
  return body.replaceAll(JSON.stringify(text).slice(1, -1), '').replaceAll(text, '');
}
