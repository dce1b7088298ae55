import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
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

/** Strings that a caller can set: where each stands in a request. */
interface Field {
  readonly name: string;
  readonly in: 'path' | 'query' | 'body' | 'header';
  readonly at: readonly (string | number)[];
}

type Request = InjectOptions & { readonly url: string };

/** A route with its strings, and the example that the other parts of a request are taken from. */
interface Route extends Operation {
  readonly example: object | undefined;
  readonly fields: readonly Field[];
}

function routeOf(document: OpenApiDocument, operation: Operation): Route {
  const { parameters = [] } = operation.operation as unknown as { parameters?: readonly Parameter[] };
  const body = operation.operation.requestBody?.content['application/json'];
  const example =
    body === undefined ? undefined : exampleOf(document, withoutReference(document, body.schema), 'documented');
  const inUrl = parameters
    .filter((parameter): parameter is Parameter & { in: 'path' | 'query' } => /^(path|query)$/.test(parameter.in))
    .map((parameter) => ({ name: parameter.name, in: parameter.in, at: [] }));
  const inBody = stringPlaces(example).map((at) => ({ name: at.join('/'), in: 'body' as const, at }));
  const headers = operation.name === 'POST /search' ? ['x-request-id', 'traceparent', 'x-api-key'] : [];
  const inHeaders = headers.map((name) => ({ name, in: 'header' as const, at: [] }));
  return { ...operation, example: example as object | undefined, fields: [...inUrl, ...inBody, ...inHeaders] };
}

/** A request with this text in all of the fields. */
function requestWith(text: string, route: Route, fields: readonly Field[]): Request {
  const isSet = (kind: Field['in'], name: string) => fields.some((field) => field.in === kind && field.name === name);
  const url = route.path.replaceAll(/\{([^}]+)\}/g, (_, name: string) =>
    isSet('path', name) ? encode(text) : (EXISTING[name] ?? 'unknown'),
  );
  const query = fields.filter((field) => field.in === 'query').map(({ name }) => `${name}=${encode(text)}`);
  const headers = fields.filter((field) => field.in === 'header').map(({ name }) => [name, asHeader(text)]);
  let payload: unknown = route.example;
  for (const field of fields) if (field.in === 'body') payload = withValue(payload, field.at, text);
  return {
    method: route.method,
    url: query.length === 0 ? url : `${url}?${query.join('&')}`,
    headers: Object.fromEntries(headers),
    ...(payload === undefined ? {} : { payload: payload as object }),
  };
}

function asHeader(text: string): string {
  return text.replaceAll(/[^\x20-\x7e]/g, '?');
}

/** A body reaches the work behind a route only when the resource in the path exists. */
const EXISTING: Readonly<Record<string, string>> = { case_id: 'written-to' };

/** Requests that start work which lasts for minutes: their fields are sent together, so that one of them is always refused. */
const STARTS_WORK = /^POST \/(test-sessions|index)/;

/**
 * Fields that can be sent in one request without hiding each other: those that take any text together, since it reaches the work behind
 * the route; those that do not, since all that is wrong is told at once; and what stands in the path, since an unknown name ends a
 * request early.
 */
async function groupsOf(route: Route, send: (request: Request) => Promise<number>): Promise<Field[][]> {
  const groups: Record<'path' | 'taken' | 'refused', Field[]> = { path: [], taken: [], refused: [] };
  for (const field of route.fields) {
    const isTaken = async () => [200, 201, 202, 204, 404].includes(await send(requestWith('plain', route, [field])));
    if (field.in === 'path') groups.path.push(field);
    else if (!STARTS_WORK.test(route.name) && (await isTaken())) groups.taken.push(field);
    else groups.refused.push(field);
  }
  return Object.values(groups).filter((group) => group.length > 0);
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

/** What is wrong with an answer; undefined when nothing is. */
function faultOf(response: LightMyRequestResponse, text: string, tookMs: number): string | undefined {
  if (response.statusCode >= 500 && response.statusCode !== 501) return `status ${response.statusCode}`;
  if (String(response.headers['content-type']).includes('html')) return 'HTML';
  if (LEAKED.test(withoutText(response.body, text))) return 'tells an inside';
  return tookMs > LIMIT_MS ? `took ${Math.round(tookMs)} ms` : undefined;
}

/** Runs at most so many at a time. */
async function inParallel<T>(items: readonly T[], width: number, work: (item: T) => Promise<void>): Promise<void> {
  let next = 0;
  const worker = async () => {
    for (let item = items[next++]; item !== undefined; item = items[next++]) await work(item);
  };
  await Promise.all(Array.from({ length: width }, worker));
}

/** PAYLOADS=all sends each text to each field, which takes the better part of an hour; otherwise each field gets every so manieth. */
const isWhole = process.env['PAYLOADS'] === 'all';
const SHARE = isWhole ? 1 : 75;
const WIDTH = 8;

const describeWithData = payloads.length === 0 ? describe.skip : describe;
describeWithData('hostile text in every string field of every route', () => {
  let running: RunningApplication;
  let document: OpenApiDocument;
  const read = async (url: string) => (await running.call({ method: 'GET', url })).body;
  beforeAll(async () => {
    running = await startApplication();
    document = await openApiDocument(running);
    const kept = { document_id: 'kept', title: 'Kept', text: 'This stays as it is.', canonical_path: ['Kept'] };
    await running.post('/documents', kept);
    for (const case_id of ['kept', 'written-to'])
      await running.post('/cbr/case', { case_id, query: 'What stays?', content: 'This.', category_path: ['Kept'] });
  });
  afterAll(() => running.stop());

  it(
    'is answered without a fault of the server, repeats no inside, and changes nothing that it does not name',
    async () => {
      const routes = operationsOf(document).map((operation) => routeOf(document, operation));
      const fields = routes.reduce((sum, route) => sum + route.fields.length, 0);
      expect(fields).toBeGreaterThan(100);
      const [keptDocument, keptCase] = [await read('/documents/kept'), await read('/cbr/cases/kept')];
      const send = async (request: Request) => (await running.call(request)).statusCode;
      const faults: string[] = [];
      let [sent, pairs, turn] = [0, 0, 0];
      const started = performance.now();
      for (const route of routes)
        for (const group of await groupsOf(route, send)) {
          const own = payloads.filter((_, i) => (i + turn) % SHARE === 0);
          turn++;
          await inParallel(own, WIDTH, async (text) => {
            const from = performance.now();
            const response = await running.call(requestWith(text, route, group));
            const fault = faultOf(response, text, performance.now() - from);
            if (fault !== undefined) faults.push(`${route.name} ${fault}: ${JSON.stringify(text.slice(0, 80))}`);
          });
          sent += own.length;
          pairs += own.length * group.length;
          if (isWhole)
            console.info(`${route.name} ${group.length} fields; ${sent} requests, ${seconds(started)} s in all`);
        }
      if (isWhole) console.info(`${fields} fields, ${payloads.length} texts: ${pairs} pairs in ${sent} requests`);
      expect(pairs).toBeGreaterThanOrEqual(Math.floor((fields * payloads.length) / SHARE) - fields);
      expect(faults.slice(0, 20)).toEqual([]);
      expect([await read('/documents/kept'), await read('/cbr/cases/kept')]).toEqual([keptDocument, keptCase]);
      expect((await running.call({ method: 'GET', url: '/health/ready' })).statusCode).toBe(200);
      const foreign = filesBelow(running.dataFolder).filter(
        (file) => !/^(cbr|output)([/\\]|$)|^\w+\.db(-wal|-shm)?$/.test(file),
      );
      expect(foreign).toEqual([]);
    },
    isWhole ? 7_200_000 : 600_000,
  );
});

function seconds(since: number): number {
  return Math.round((performance.now() - since) / 1000);
}

/** What was sent may be told again, in a title for instance. */
function withoutText(body: string, text: string): string {
  return body.replaceAll(JSON.stringify(text).slice(1, -1), '').replaceAll(text, '');
}
