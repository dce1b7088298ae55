import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { FakeServer, sendJson } from '../../../test/support/fake-server.js';
import { TaxonomyCacheFile } from './taxonomy-cache-file.js';
import { CachedTaxonomyService } from './cached-taxonomy-service.js';
import { TaxonomyClient } from './taxonomy-client.js';

const TREE = { version: '1.2.0', created_at: '2025-01-01T00:00:00Z', nodes: [{ path: ['A'] }] };
const OPEN_MS = 60_000;
const JSON_TYPE = { 'content-type': 'application/json' };
const nodes = (path: string[], child?: string[]) => [{ path, children: child === undefined ? [] : [{ path: child }] }];

const FAULTS: [string, (response: ServerResponse) => void, RegExp][] = [
  ['hangs', () => undefined, /^no answer within 1000 ms$/u],
  ['hangs within its answer', (r) => void r.writeHead(200, JSON_TYPE).write('{"version": "4'), /within 1000 ms/u],
  ['breaks off', (r) => r.socket?.destroy(), /cannot be reached/u],
  ['asks for a key', (r) => sendJson(r, 401, {}), /status 401/u],
  ['is overrun', (r) => sendJson(r, 429, {}, { 'retry-after': '60' }), /status 429/u],
  ['fails', (r) => sendJson(r, 500, {}), /status 500/u],
  ['has no active version', (r) => sendJson(r, 404, {}), /no active version/u],
  ['sends a page', (r) => r.writeHead(200, { 'content-type': 'text/html' }).end('<html>'), /not JSON/u],
  ['sends torn JSON', (r) => sendJson(r, 200, '{"version": '), /not JSON/u],
  ['sends something else', (r) => sendJson(r, 200, { hello: 1 }), /agreed form/u],
  ['names no version', (r) => sendJson(r, 200, { ...TREE, version: 'latest' }), /SemVer/u],
  ['sends unsafe labels', (r) => sendJson(r, 200, { ...TREE, nodes: nodes(['../x']) }), /not a category path/u],
  ['sends no tree', (r) => sendJson(r, 200, { ...TREE, nodes: nodes(['A'], ['B', 'C']) }), /below its parent/u],
  ['sends too much', (r) => sendJson(r, 200, { ...TREE, more: 'x'.repeat(65 * 1024) }), /larger than 64 KB/u],
];

describe('CachedTaxonomyService', () => {
  let server: FakeServer;
  let folder: string;
  let base: string;
  let nowMs = 0;
  beforeEach(async () => {
    server = new FakeServer();
    base = await server.start();
    folder = mkdtempSync(path.join(tmpdir(), 'touchstone-test-'));
    nowMs = Date.parse('2025-02-01T00:00:00Z');
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await server.stop();
    rmSync(folder, { recursive: true });
  });

  const service = (): CachedTaxonomyService => {
    const clock = { now: () => new Date(nowMs) };
    const breaker = { failures: 5, openMs: [OPEN_MS] };
    const client = new TaxonomyClient(base, { limitMs: 1000, maxAnswerBytes: 64 * 1024 });
    return new CachedTaxonomyService(client, new TaxonomyCacheFile(folder, base), clock, { breaker });
  };
  const well = () => (server.respond = (response) => sendJson(response, 200, TREE));
  const failing = () => (server.respond = (response) => sendJson(response, 500, {}));

  it('pauses calls to a service that failed five times in a row, and tries it again after the pause', async () => {
    // The breaker measures the pause by the system clock: on a busy machine it must not end between two calls.
    jest.spyOn(Date, 'now').mockImplementation(() => nowMs);
    failing();
    const taxonomy = service();
    for (let i = 0; i < 8; i++) await taxonomy.refresh();
    expect([server.calls.length, taxonomy.isCircuitOpen, taxonomy.problem]).toEqual([
      5,
      true,
      'it answered with status 500',
    ]);
    well();
    nowMs += OPEN_MS - 1;
    await taxonomy.refresh();
    expect([server.calls.length, taxonomy.isCircuitOpen]).toEqual([5, true]);
    nowMs += 1;
    await taxonomy.refresh();
    expect([server.calls.length, taxonomy.isCircuitOpen, taxonomy.problem]).toEqual([6, false, undefined]);
    expect(taxonomy.current()).toMatchObject({ value: { version: '1.2.0' }, isStale: false });
  });

  it.each(FAULTS)('serves the last answer of a service that %s, and gives the reason', async (_, respond, why) => {
    well();
    const taxonomy = service();
    await taxonomy.refresh();
    server.respond = respond;
    await taxonomy.refresh();
    expect(taxonomy.problem).toMatch(why);
    expect(taxonomy.current()).toMatchObject({ value: { version: '1.2.0', categories: [['A']] }, isStale: true });
    if (why.source.includes('within')) expect(await server.calls[1]?.aborted).toBe(true);
    well();
    await taxonomy.refresh();
    expect([taxonomy.problem, taxonomy.current()?.isStale]).toEqual([undefined, false]);
  });

  it('does not count a version that the service does not have as a failure', async () => {
    server.respond = (response) => sendJson(response, 404, {});
    const taxonomy = service();
    for (let i = 0; i < 8; i++) await expect(taxonomy.tree(`${i}.0.0`)).rejects.toMatchObject({ kind: 'not-found' });
    expect([server.calls.length, taxonomy.isCircuitOpen]).toEqual([8, false]);
  });

  it('calls the service once for repeated reads within 30 seconds, and again afterwards', async () => {
    well();
    const taxonomy = service();
    await taxonomy.tree('1.2.0');
    await taxonomy.tree('1.2.0');
    expect(server.calls).toHaveLength(1);
    nowMs += 31_000;
    expect(await taxonomy.tree('1.2.0')).toMatchObject({ ageS: 0, isStale: false });
    expect(server.calls).toHaveLength(2);
    failing();
    nowMs += 31_000;
    expect(await taxonomy.tree('1.2.0')).toMatchObject({ ageS: 31, isStale: true });
  });

  it('is due when it has failed or its answer is older than 30 seconds', async () => {
    well();
    const taxonomy = service();
    expect(taxonomy.isDue).toBe(true);
    await Promise.all([taxonomy.refresh(), taxonomy.refresh()]);
    expect([taxonomy.isDue, server.calls.length]).toEqual([false, 1]);
    nowMs += 31_000;
    expect(taxonomy.isDue).toBe(true);
  });

  it('keeps only the trees of the last sixteen requested versions', async () => {
    well();
    const taxonomy = service();
    for (let i = 0; i < 17; i++) await taxonomy.tree(`1.${i}.0`);
    await taxonomy.tree('1.16.0');
    expect(server.calls).toHaveLength(17);
    await taxonomy.tree('1.0.0');
    expect(server.calls).toHaveLength(18);
  });

  it.each([
    ['damaged', '{"base": "'],
    ['of another service', JSON.stringify({ base: 'http://other.example', toldAtMs: 0, tree: { version: '9.0.0' } })],
    ['of another form', JSON.stringify({ base: 1 })],
  ])('starts without the cache file if it is %s', (_, text) => {
    writeFileSync(path.join(folder, 'taxonomy-service.json'), text);
    expect(service().current()).toBeUndefined();
  });

  it('works if nothing can be cached', async () => {
    well();
    const blocked = path.join(folder, 'a-file');
    writeFileSync(blocked, '');
    const kept = new TaxonomyCacheFile(blocked, base);
    const taxonomy = new CachedTaxonomyService(new TaxonomyClient(base), kept, { now: () => new Date(nowMs) });
    await taxonomy.refresh();
    expect(taxonomy.current()?.isStale).toBe(false);
  });
});
