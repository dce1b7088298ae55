import type { InjectOptions } from 'fastify';
import { LoadSampleCases } from '../src/cbr/application/load-sample-cases.js';
import { SampleLoader } from '../src/documents/application/load-samples.js';
import { type RunningApplication, startApplication } from './support/application.js';
import { uploadForm } from './support/multipart.js';
import { type Ids, ThingsToTry } from './support/things-to-try.js';
import { exampleOf, type OpenApiDocument, openApiDocument, type Operation, operationsOf } from './support/open-api.js';

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly example?: unknown;
  readonly schema?: { readonly examples?: readonly unknown[]; readonly default?: unknown };
}

interface ObjectSchema {
  readonly type?: string;
  readonly properties?: object;
  readonly additionalProperties?: unknown;
}

type Body = Readonly<
  Record<
    string,
    {
      readonly schema: object;
      readonly example?: unknown;
      readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
    }
  >
>;

const DIRECTORY_SECRET = 'the-secret-of-the-directory';

describe('what Swagger UI shows to try out', () => {
  let running: RunningApplication;
  let document: OpenApiDocument;

  beforeAll(async () => {
    running = await startApplication({ SCIM_TOKEN: DIRECTORY_SECRET });
    await running.app.get(SampleLoader, { strict: false }).load(() => undefined);
    await running.app.get(LoadSampleCases, { strict: false }).load();
    document = await openApiDocument(running);
  }, 600_000);
  afterAll(() => running.stop());

  /** The address with the values that the page fills in, and the ids of things that are there. */
  function addressOf({ path, operation }: Operation, ids: Ids): string {
    const query = new URLSearchParams();
    let url = path;
    for (const parameter of (operation.parameters ?? []) as readonly Parameter[]) {
      const value: unknown =
        ids[parameter.name] ?? parameter.example ?? parameter.schema?.examples?.[0] ?? parameter.schema?.default;
      if (parameter.in === 'path')
        url = url.replace(
          `{${parameter.name}}`,
          encodeURIComponent(typeof value === 'string' || typeof value === 'number' ? value : 'unknown'),
        );
      else if (parameter.in === 'query' && value !== undefined)
        query.set(parameter.name, typeof value === 'string' ? value : JSON.stringify(value));
    }
    return query.size === 0 ? url : `${url}?${query.toString()}`;
  }

  /** A value of an example with the ids of things that are there. */
  const filledIn = (value: unknown, ids: Ids): unknown =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).map(([name, given]) => [name, ids[name] ?? given]))
      : value;

  async function requestsOf(operation: Operation, ids: Ids): Promise<(InjectOptions & { url: string })[]> {
    const { method } = operation;
    const url = addressOf(operation, ids);
    const content = (operation.operation.requestBody?.content ?? {}) as Body;
    const [type, media] = Object.entries(content)[0] ?? [];
    if (type === undefined || media === undefined) return [{ method, url }];
    const values =
      media.examples === undefined
        ? [media.example ?? exampleOf(document, media.schema, 'all')]
        : Object.values(media.examples).map(({ value }) => value);
    return Promise.all(
      values.map(async (value) => {
        if (type === 'multipart/form-data') {
          const fields = Object.entries(value as Record<string, string>).filter(([name]) => name !== 'file');
          const file = { bytes: 'The lighthouse was painted white.', name: 'lighthouse.txt', type: 'text/plain' };
          return { method, url, ...(await uploadForm(file, Object.fromEntries(fields))) };
        }
        const payload = type === 'application/json' ? JSON.stringify(filledIn(value, ids)) : String(value);
        return { method, url, payload, headers: { 'content-type': type } };
      }),
    );
  }

  /** What cannot run here, and why. */
  const CANNOT_RUN: Readonly<Record<string, string>> = {
    'POST /index/revert': 'an embedding that served before, which takes two fits: fit-embedding.spec.ts',
    'DELETE /users/{user_id}/directory-person': 'a person of a directory: test/scim.spec.ts',
    'PATCH /users/{user_id}': 'a person who signed in at an OpenID provider: test/sign-in.spec.ts',
    'DELETE /auth/tokens/{id}': 'the token of a person who signed in: test/sign-in.spec.ts',
  };

  const ORDER = ['POST', 'GET', 'PUT', 'PATCH', 'DELETE'];

  it('has the fields of every object', () => {
    const { schemas = {} } = (document as { components?: { schemas?: Record<string, ObjectSchema> } }).components ?? {};
    const empty = Object.entries(schemas).filter(
      ([, { type, properties = {}, ...more }]) =>
        type === 'object' && Object.keys(properties).length === 0 && more.additionalProperties === undefined,
    );
    expect(empty.map(([name]) => name)).toEqual([]);
    expect(Object.keys(schemas['ProblemDto']?.properties ?? {})).toContain('detail');
  });

  it('works as it is given', async () => {
    const operations = operationsOf(document).sort((a, b) => ORDER.indexOf(a.method) - ORDER.indexOf(b.method));
    const failed: string[] = [];
    let tried = 0;
    const things = new ThingsToTry(running, document, DIRECTORY_SECRET);
    for (const operation of operations.filter(({ name }) => CANNOT_RUN[name] === undefined))
      for (const request of await requestsOf(operation, await things.idsFor(operation.name, operation.path))) {
        const headers = operation.path.startsWith('/scim/v2/') ? { authorization: `Bearer ${DIRECTORY_SECRET}` } : {};
        const { statusCode, body } = await running.call({ ...request, headers: { ...request.headers, ...headers } });
        tried++;
        // A session would ask questions for minutes.
        if (operation.name === 'POST /test-sessions' && statusCode === 202)
          await running.post(`/test-sessions/${JSON.parse(body).session_id}/cancel`, {});
        if (statusCode >= 400 && statusCode !== 501)
          failed.push(`${operation.name} ${request.url}: ${statusCode} ${body.slice(0, 300)}`);
      }
    expect(failed).toEqual([]);
    expect(tried).toBeGreaterThan(operations.length - Object.keys(CANNOT_RUN).length);
    expect(Object.keys(CANNOT_RUN).filter((name) => !operations.some((one) => one.name === name))).toEqual([]);
  }, 600_000);
});
