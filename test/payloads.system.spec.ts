import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { InjectOptions } from 'fastify';
import { KeySecrets } from '../src/access/domain/api-key.js';
import { CANARY, faultOf, LEAKED } from './payloads/faults.js';
import { integrity, lookAround } from './payloads/effects.js';
import { storeSomething } from './payloads/existing.js';
import { passLines } from './payloads/lines.js';
import { headerTarget, mcpTargets, uploadTarget } from './payloads/other-targets.js';
import { inParallel, passTexts } from './payloads/passage.js';
import { askForPaths } from './payloads/raw-paths.js';
import { routeTargets } from './payloads/route-targets.js';
import { type Field, type Target } from './payloads/target.js';
import { type RunningApplication, startApplication, temporaryFolder } from './support/application.js';
import { developmentData, NO_DATA } from './support/development-data.js';
import { openApiDocument } from './support/open-api.js';
import { describeUnless } from './support/lacking.js';

const folder = developmentData('payloads_half');
const all = folder === undefined ? [] : readTexts(path.join(folder, 'payloads.jsonl'));
/** `PAYLOADS=all` sends each text to each field, and `PAYLOADS=5` every fifth; without it every seventy-fifth is sent. */
const chosenShare = process.env['PAYLOADS'];
const every = chosenShare === 'all' ? 1 : Number(chosenShare ?? 75);
const texts = all.filter((_, i) => i % every === 0);
/** A part of the routes, to run parts side by side: an expression for their names. */
const part = new RegExp(process.env['PAYLOAD_ROUTES'] ?? '');
/** Routes and calls of each at a time: hashing, disk and thinking overlap. */
const [ROUTES_AT_A_TIME, CALLS_AT_A_TIME] = [4, 4];
/** The check stops after this number of faults. */
const ENOUGH = 200;
/**
 * Calls that end early for any payload: none of these objects exists in this store, nobody signs in to it, its job has ended, and the
 * version of the configuration that is restored from is no longer in service after the call that replaces the synonyms.
 */
const NAMES_NOTHING =
  /^POST \/(improvements|test-sessions|v1\/responses|sources\/|configuration\/|jobs\/)|^PUT \/sources\/|^POST \/auth\/tokens|^PATCH \/users\/|^GET \/(documents\/\{document_id\}\/(original|changes)|v1\/(models|responses)\/|sources\/|datasets\/)/;

const GROWS = /^POST \/(documents|cbr\/(case|retain)|taxonomy)/;

function readTexts(file: string): string[] {
  const rows = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return [...new Set(rows.map((row) => (JSON.parse(row) as { text: string }).text))];
}

/** What reads all that was stored. */
const READERS: readonly (InjectOptions & { readonly url: string })[] = [
  ...['/documents', '/cbr/cases', '/agents', '/api-keys', '/taxonomy/versions'].map((url) => `${url}?limit=500`),
  ...['/taxonomy/current/tree', '/v1/models', '/cbr/export', '/cbr/stats', '/test-schedules', '/metrics', '/health'],
].map((url) => ({ method: 'GET', url }));

describeUnless(all.length === 0 ? NO_DATA : undefined, 'hostile text', () => {
  let running: RunningApplication;
  let outer: string;
  let dataFolder: string;
  let targets: Target[];
  const send = (request: InjectOptions) => running.call(request);

  beforeAll(async () => {
    outer = temporaryFolder();
    const between = path.join(outer, 'a', 'b', 'c');
    dataFolder = path.join(between, 'data');
    mkdirSync(between, { recursive: true });
    writeFileSync(path.join(between, 'secret.txt'), CANARY);
    // Other specs test the time limits of steps; here the machine is busy.
    running = await startApplication({ DATA_DIR: dataFolder, PIPELINE_TIMEOUT_MULTIPLIER: '60' });
    const existing = await storeSomething(running);
    const routes = routeTargets(await openApiDocument(running), existing);
    const whole = [...routes, ...mcpTargets(existing), uploadTarget, headerTarget];
    expect(whole.flatMap(({ fields }) => fields).length).toBeGreaterThan(150);
    const chosen = whole.filter(({ name }) => part.test(name));
    // A store that has grown makes every question slower.
    targets = [...chosen.filter(({ name }) => !GROWS.test(name)), ...chosen.filter(({ name }) => GROWS.test(name))];
    await hashOnce(running);
  });
  afterAll(async () => {
    await running.stop();
    rmSync(outer, { recursive: true, force: true });
  });

  it('would be accepted in every call if it were harmless, so that what refuses it is its own place', async () => {
    const refused: string[] = [];
    for (const target of targets.filter(({ name }) => !name.startsWith('DELETE'))) {
      const { statusCode, body } = await send(target.request(new Map()));
      if (statusCode >= 300 && !NAMES_NOTHING.test(target.name))
        refused.push(`${target.name} ${statusCode} ${body.slice(0, 300)}`);
    }
    expect(refused).toEqual([]);
  });

  it(
    'in every field of every route is answered without a fault of the server, repeats no inside, and changes nothing that it does not name',
    async () => {
      const before = await lookAround(running, dataFolder, outer);
      const faults: string[] = [];
      const counts = new Map<Field, number>();
      let sent = 0;
      const started = performance.now();
      const passage = {
        page: (await send({ method: 'GET', url: '/' })).body,
        send: (request: InjectOptions) => {
          sent++;
          if (faults.length > ENOUGH) throw new Error('too many faults to go on');
          return send(request);
        },
        fault: (what: string) => {
          faults.push(what);
          console.error(what);
        },
        passed: (_: Target, field: Field) => counts.set(field, (counts.get(field) ?? 0) + 1),
      };
      await inParallel(targets, ROUTES_AT_A_TIME, async (target) => {
        const [from, sentBefore] = [performance.now(), sent];
        await passTexts(target, texts, passage, CALLS_AT_A_TIME);
        if (chosenShare !== undefined)
          console.info(
            `${target.name}: ${target.fields.length} fields, ${seconds(from)} s, ${sent - sentBefore} calls with others; ${sent} in ${seconds(started)} s`,
          );
      });
      const fields = targets.flatMap((target) => target.fields);
      expect(fields.filter((field) => counts.get(field) !== texts.length)).toEqual([]);
      if (part.test('NDJSON')) await passLines(texts, passage);
      for (const request of READERS) {
        const answer = await send(request);
        const fault = faultOf(answer, { texts, tookMs: 0, page: passage.page });
        if (fault !== undefined || answer.statusCode !== 200) passage.fault(`${request.url} ${fault ?? answer.body}`);
      }
      expect(faults).toEqual([]);
      expect(await lookAround(running, dataFolder, outer)).toEqual(before);
      expect(new Set(integrity(dataFolder))).toEqual(new Set(['ok']));
      expect((await send({ method: 'GET', url: '/health/ready' })).statusCode).toBe(200);
      if (chosenShare !== undefined)
        console.info(`${fields.length} fields, ${texts.length} texts, ${sent} calls, ${seconds(started)} s`);
    },
    chosenShare === undefined ? 1_800_000 : 14_400_000,
  );
});

describeUnless(all.length === 0 ? NO_DATA : undefined, 'hostile text as an address', () => {
  it('reads no file and is shown on no page', async () => {
    const running = await startApplication();
    await running.app.listen(0, '127.0.0.1');
    const { port } = new URL(await running.app.getUrl());
    const page = (await running.call({ method: 'GET', url: '/' })).body;
    const faults: string[] = [];
    let asked = 0;
    await askForPaths(Number(port), texts, ({ path, status, type, body }, text) => {
      asked++;
      const isOtherPage = type.includes('html') && body !== page && !path.startsWith('/docs');
      // Text of every page, such as the end of a script, is not an echo.
      const isEcho = /[<"']/.test(text) && text.length > 3 && body.includes(text) && !page.includes(text);
      const isShown = type.includes('html') && isEcho;
      if (status >= 500 || LEAKED.test(body.replaceAll(text, '')) || isOtherPage || isShown)
        faults.push(`${path}: ${status} ${body.slice(0, 100)}`);
    });
    await running.stop();
    expect(faults).toEqual([]);
    expect(asked).toBeGreaterThanOrEqual(5 * texts.length);
  }, 1_200_000);
});

/** The hash of a secret is slow by design, for any text: five minutes for all of them. One hash serves all keys here. */
async function hashOnce(running: RunningApplication): Promise<void> {
  const secrets = running.app.get(KeySecrets, { strict: false });
  const { secret, hash } = await secrets.make();
  let made = 0;
  secrets.make = () => Promise.resolve({ secret, hash, prefix: `ts_${String(++made).padStart(12, '0')}` });
}

function seconds(since: number): number {
  return Math.round((performance.now() - since) / 1000);
}
