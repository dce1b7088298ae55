import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { InjectOptions } from 'fastify';
import { VERSION } from '../src/app.module.js';
import { MainDatabase, WorkDatabase } from '../src/shared/infrastructure/database/databases.js';
import { type RunningApplication, startApplication } from './support/application.js';
import { uploadForm } from './support/multipart.js';
import {
  exampleOf,
  type Fill,
  type OpenApiDocument,
  openApiDocument,
  type Operation,
  operationsOf,
  resolveReference,
} from './support/open-api.js';
import { projectRoot } from '../src/shared/infrastructure/configuration-folders.js';

/** Every object inside a value, with its JSON Pointer. */
function* objectsIn(value: unknown, pointer = ''): Generator<{ pointer: string; object: Record<string, unknown> }> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield { pointer, object: value as Record<string, unknown> };
  for (const [key, inner] of Object.entries(value)) yield* objectsIn(inner, `${pointer}/${key.replaceAll('/', '~1')}`);
}

describe('the OpenAPI document', () => {
  let running: RunningApplication;
  let document: OpenApiDocument;
  let operations: Operation[];

  beforeAll(async () => {
    running = await startApplication();
    document = await openApiDocument(running);
    operations = operationsOf(document);
    // The example of a taxonomy version renames this category.
    await running.post('/documents', {
      title: 'Joins',
      text: 'A join combines rows.',
      canonical_path: ['Database', 'SQL'],
    });
  });
  afterAll(() => running.stop());

  it('is shown by Swagger UI at one address, to which one with a slash more leads', async () => {
    const slash = await running.call({ method: 'GET', url: '/docs/' });
    expect([slash.statusCode, slash.headers.location]).toEqual([301, '../docs']);
    const page = await running.call({ method: 'GET', url: '/docs' });
    const script = /src="(\.\/docs\/swagger-ui-bundle\.js)"/u.exec(page.body)?.[1] ?? '';
    const url = new URL(script, 'http://localhost/docs').pathname;
    expect((await running.call({ method: 'GET', url })).statusCode).toBe(200);
  });

  it('has the version of the program, which is that of package.json', () => {
    const manifest = JSON.parse(readFileSync(path.join(projectRoot(), 'package.json'), 'utf8')) as { version: string };
    expect(VERSION).toBe(manifest.version);
    expect(document.info.version).toBe(manifest.version);
    expect(document.openapi).toMatch(/^3\.1\./);
  });

  it('has no reference to nothing', () => {
    const references = [...objectsIn(document)].flatMap(({ object }) =>
      typeof object.$ref === 'string' ? [object.$ref] : [],
    );
    expect(references.length).toBeGreaterThan(100);
    for (const reference of new Set(references)) expect(() => resolveReference(document, reference)).not.toThrow();
  });

  it('has no schema whose `required` is a truth value instead of a list of names', () => {
    const wrong = [...objectsIn(document)].filter(
      ({ pointer, object }) =>
        typeof object.required === 'boolean' && !/\/(parameters\/\d+|requestBody)$/.test(pointer),
    );
    expect(wrong.map(({ pointer }) => pointer)).toEqual([]);
  });

  it('requires no property that it does not describe', () => {
    const unknown = Object.entries(document.components.schemas).flatMap(([name, schema]) =>
      (schema.required ?? []).filter((key) => schema.properties?.[key] === undefined).map((key) => `${name}.${key}`),
    );
    expect(unknown).toEqual([]);
  });

  it('names every operation once and says in words what it does', () => {
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    // As a person would name the function: a verb first, none at the end, and no name of a handler.
    const VERB =
      /^(?:activate|apply|ask|cancel|check|classify|compare|complete|create|decide|delete|dismiss|estimate|export|get|give|import|judge|list|load|optimize|put|rate|rename|replace|reprocess|rejudge|restore|resume|retain|reuse|revert|rollback|rotate|search|send|set|share|sign|start|stream|suggest|sync|test|update|upload|validate|verify)/u;
    const AT_END = /(?:[a-z](?:Restore|Dismiss|Cancel|Logout|Current|Rotate|Verify|Apply)|Controller_\w+)$/u;
    expect(ids.filter((id) => !VERB.test(id) || AT_END.test(id))).toEqual([]);
    const silent = operations.filter(({ operation }) => (operation.summary ?? operation.description ?? '') === '');
    expect(silent.map(({ name }) => name)).toEqual([]);
  });

  it('describes a success and the problems of every operation', () => {
    for (const { name, operation } of operations) {
      const statuses = Object.keys(operation.responses);
      expect([name, statuses.some((status) => /^[23]/.test(status))]).toEqual([name, true]);
    }
    for (const { name, operation } of operations.filter((o) => o.operation.requestBody !== undefined)) {
      expect([name, Object.keys(operation.responses)]).toEqual([name, expect.arrayContaining(['401', '415'])]);
    }
  });

  it('has every status in it that any route of its kind may give', () => {
    const expected = ({ method, path: route, operation }: Operation): string[] => [
      '500',
      ...(operation['x-required-scope'] === undefined ? [] : ['401', '403', '429', '503']),
      ...(operation.requestBody === undefined ? [] : ['400', '415']),
      ...(route.includes('{') ? ['404'] : []),
      // What the next test cannot reach without ids of stored things.
      ...(method === 'PUT' || method === 'DELETE' ? ['507'] : []),
    ];
    const missing = operations.flatMap((operation) =>
      expected(operation)
        .filter((status) => operation.operation.responses[status] === undefined)
        .map((status) => `${operation.name}: ${status}`),
    );
    expect(missing).toEqual([]);
  });

  it('has the status in it that each route gives while the disk is full, 507 where it would have to write', async () => {
    const full = await startApplication();
    try {
      for (const token of [MainDatabase, WorkDatabase]) {
        const { writer } = full.app.get(token, { strict: false });
        writer.pragma(`max_page_count = ${Number(writer.pragma('page_count', { simple: true }))}`);
      }
      const given = new Map<string, number>();
      for (const operation of operations.filter(isFree))
        given.set(operation.name, (await full.call(await request(operation, 'documented'))).statusCode);
      const unknown = operations.filter(({ name, operation }) => {
        const status = given.get(name);
        return status !== undefined && operation.responses[String(status)] === undefined;
      });
      expect(unknown.map(({ name }) => [name, given.get(name)])).toEqual([]);
      const long = { title: 'Long', text: 'A long text. '.repeat(50_000), canonical_path: ['Long'] };
      expect((await full.post('/documents', long)).statusCode).toBe(507);
      expect(operations.find(({ name }) => name === 'POST /documents')?.operation.responses).toHaveProperty('507');
      expect([given.get('POST /search'), given.get('POST /chat/run')]).toEqual([200, 200]);
    } finally {
      await full.stop();
    }
  });

  async function request(operation: Operation, fill: Fill): Promise<InjectOptions> {
    const { method, url } = operation;
    const [type, media] = Object.entries(operation.operation.requestBody?.content ?? {})[0] ?? [];
    if (type === undefined || media === undefined) return { method, url };
    const example = media.example ?? exampleOf(document, media.schema, fill);
    if (type === 'multipart/form-data') {
      const fields = Object.entries(example as Record<string, string>).filter(([name]) => name !== 'file');
      const file = { bytes: 'The lighthouse was painted white.', name: 'lighthouse.txt', type: 'text/plain' };
      return { method, url, ...(await uploadForm(file, Object.fromEntries(fields))) };
    }
    const payload = type === 'application/json' ? JSON.stringify(example) : String(example);
    return { method, url, payload, headers: { 'content-type': type } };
  }

  /** Needs no id of something stored: every route but those with a parameter in their path. */
  const isFree = ({ method, path: route }: Operation) =>
    (method === 'POST' || method === 'PUT') && !route.includes('{');

  it('gives an example body for every route that takes one', () => {
    for (const { name, operation } of operations.filter((o) => o.operation.requestBody !== undefined)) {
      const [media] = Object.values(operation.requestBody?.content ?? {});
      const example =
        media === undefined ? undefined : (media.example ?? exampleOf(document, media.schema, 'documented'));
      expect([name, JSON.stringify(example)]).toEqual([name, expect.stringMatching(/^(\{"|"\{)/)]);
    }
  });

  it.each<Fill>(['documented', 'all'])('gives examples that the routes take (properties: %s)', async (fill) => {
    const refused: string[] = [];
    const taken: string[] = [];
    for (const operation of operations.filter(isFree)) {
      const response = await running.call(await request(operation, fill));
      const { statusCode } = response;
      const isTaken = statusCode === 501 || (statusCode < 500 && ![400, 415, 422].includes(statusCode));
      if (isTaken) taken.push(operation.name);
      else refused.push(`${operation.name}: ${statusCode} ${response.body}`);
    }
    expect(refused).toEqual([]);
    expect(taken).toEqual(
      expect.arrayContaining(['POST /documents', 'POST /documents/upload', 'POST /chat/run', 'POST /search']),
    );
  });

  it('gives examples of whole answers: a stored example document comes back as it was sent', async () => {
    const put = operations.find(({ name }) => name === 'POST /documents');
    const [media] = Object.values(put?.operation.requestBody?.content ?? {});
    const example = exampleOf(document, media?.schema ?? {}, 'documented') as Record<string, unknown>;
    await running.post('/documents', example);
    const id = encodeURIComponent(String(example.document_id));
    const stored = (await running.call({ method: 'GET', url: `/documents/${id}` })).json();
    // A choice for the moment of storing.
    delete example.on_duplicate;
    expect(stored).toMatchObject(example);
  });
});
