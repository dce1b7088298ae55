import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { type RunningApplication, startApplication } from './support/application.js';
import { describeInBrowser, openBrowser } from './support/browser.js';

/** A name that the attacker owns and points at this machine, as DNS rebinding does. */
const REBOUND = 'evil.example';
const STORED = { document_id: 'kept', title: 'Kept', text: 'The vault code is 4711.', canonical_path: ['Vault'] };
const PAGE = '<!doctype html><title>Foreign page</title><p>Nothing to see.</p>';

/** Serves an empty page, which a spec fills with what an attacker would run. */
async function startForeignSite(): Promise<Server> {
  const site = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(PAGE);
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  return site;
}

const portOf = (server: { address(): unknown }) => (server.address() as AddressInfo).port;

/** Runs fetch in the page and returns the status, the type of the response and the text that the page may read. */
const fetched = (page: Page, url: string, options: object = {}) =>
  page.evaluate<{ status: number; type: string; text: string }>(
    `fetch(${JSON.stringify(url)}, ${JSON.stringify(options)})
       .then(async (r) => ({ status: r.status, type: r.type, text: await r.text() }),
             (e) => ({ status: 0, type: 'blocked', text: String(e) }))`,
  );

/** Sends a multipart form with a file as a form of the page, which needs no preflight. */
const upload = (page: Page, target: string, id: string) =>
  page.evaluate(
    `(async () => {
      const form = new FormData();
      form.append('canonical_path', '["Planted"]');
      form.append('document_id', ${JSON.stringify(id)});
      form.append('file', new Blob(['The refund is 999 euros.'], { type: 'text/plain' }), 'planted.txt');
      await fetch(${JSON.stringify(`${target}/documents/upload`)}, { method: 'POST', mode: 'no-cors', body: form });
    })().catch(() => undefined)`,
  );

describeInBrowser('a page of another origin', () => {
  let running: RunningApplication;
  let site: Server;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let target: string;
  let port: number;
  /** Statuses that the server answered pages with since the test began; most pages learn nothing of them. */
  let seen: number[] = [];

  const storedIds = async () => {
    const { items } = (await running.call({ method: 'GET', url: '/documents?limit=500' })).json();
    return (items as { document_id: string }[]).map(({ document_id: id }) => id);
  };

  beforeAll(async () => {
    running = await startApplication();
    await running.app.listen(0, '127.0.0.1');
    port = portOf(running.app.getHttpServer());
    running.app
      .getHttpServer()
      .on('request', (_request: unknown, response: ServerResponse) =>
        response.on('finish', () => seen.push(response.statusCode)),
      );
    target = `http://127.0.0.1:${port}`;
    site = await startForeignSite();
    browser = await openBrowser([`--host-resolver-rules=MAP ${REBOUND} 127.0.0.1`]);
  });
  afterAll(async () => {
    await browser.close();
    await new Promise((resolve) => site.close(resolve));
    await running.stop();
  });
  beforeEach(async () => {
    for (const id of await storedIds()) await running.call({ method: 'DELETE', url: `/documents/${id}` });
    await running.post('/documents', STORED);
    seen = [];
    context = await browser.newContext();
    page = await context.newPage();
  });
  afterEach(() => context.close());

  describe.each([
    ['of another port', () => `http://127.0.0.1:${portOf(site)}`],
    ['of another name', () => `http://${REBOUND}:${portOf(site)}`],
  ])('%s', (_name, origin) => {
    beforeEach(async () => {
      await page.goto(`${origin()}/`);
    });

    it('stores no document by a form with a file', async () => {
      await upload(page, target, 'by-form');
      expect(await storedIds()).toEqual(['kept']);
      expect(seen).toEqual([403]);
    });

    it('stores no document by a form that it submits', async () => {
      const [response] = await Promise.all([
        page.waitForResponse((answer) => answer.url().endsWith('/documents/upload')),
        page.evaluate(
          `(() => {
            const form = document.createElement('form');
            form.method = 'post';
            form.enctype = 'multipart/form-data';
            form.action = ${JSON.stringify(`${target}/documents/upload`)};
            const add = (name, value) => {
              const input = document.createElement('input');
              input.name = name;
              input.value = value;
              form.append(input);
            };
            add('canonical_path', '["Planted"]');
            add('document_id', 'by-submit');
            const file = document.createElement('input');
            file.type = 'file';
            file.name = 'file';
            const chosen = new DataTransfer();
            chosen.items.add(new File(['The refund is 999 euros.'], 'planted.txt', { type: 'text/plain' }));
            file.files = chosen.files;
            form.append(file);
            document.body.append(form);
            form.submit();
          })()`,
        ),
      ]);
      expect(response.status()).toBe(403);
      expect(await storedIds()).toEqual(['kept']);
    });

    it.each(['text/plain', 'application/x-www-form-urlencoded'])('changes nothing by a body of %s', async (type) => {
      const body = JSON.stringify({ ...STORED, document_id: 'by-text' });
      for (const path of ['/documents', '/test-sessions', '/taxonomy/versions/1.0.0/activate', '/index/optimize'])
        await fetched(page, target + path, {
          method: 'POST',
          mode: 'no-cors',
          headers: { 'content-type': type },
          body,
        });
      expect(seen).toEqual([403, 403, 403, 403]);
      expect(await storedIds()).toEqual(['kept']);
    });

    it('starts no work by a request without a body', async () => {
      await fetched(page, `${target}/index/optimize`, { method: 'POST', mode: 'no-cors' });
      expect(seen).toEqual([403]);
    });

    it('neither stores, reads nor deletes by JSON', async () => {
      const json = { 'content-type': 'application/json' };
      const body = JSON.stringify({ ...STORED, document_id: 'by-json' });
      const answers = [
        await fetched(page, `${target}/documents`, { method: 'POST', headers: json, body }),
        await fetched(page, `${target}/documents/kept`, { method: 'DELETE' }),
        await fetched(page, `${target}/documents/kept`),
        await fetched(page, `${target}/search`, { method: 'POST', headers: json, body: '{"query":"vault"}' }),
      ];
      expect(answers.map(({ type }) => type)).toEqual(['blocked', 'blocked', 'blocked', 'blocked']);
      expect(await storedIds()).toEqual(['kept']);
    });

    it('includes no answer as an image, a script or a style', async () => {
      const loads = await page.evaluate<string[]>(
        `Promise.all(['img', 'script', 'link'].map((name) => new Promise((resolve) => {
          const element = document.createElement(name);
          element.onload = () => resolve(name + ' loads');
          element.onerror = () => resolve(name + ' is refused');
          if (name === 'link') element.rel = 'stylesheet';
          element[name === 'link' ? 'href' : 'src'] = ${JSON.stringify(`${target}/documents/kept`)};
          document.body.append(element);
        })))`,
      );
      expect(loads).toEqual(['img is refused', 'script is refused', 'link is refused']);
    });
  });

  it('whose name was pointed at this machine reads, stores and deletes nothing', async () => {
    // The page and the server have the same origin for the browser: only the name in Host tells them apart.
    await page.goto(`http://${REBOUND}:${port}/`);
    expect(await page.content()).toContain('ALLOWED_HOSTS');
    const json = { 'content-type': 'application/json' };
    const body = JSON.stringify({ ...STORED, document_id: 'by-name' });
    const forged = { 'x-forwarded-host': 'localhost', 'x-forwarded-for': '127.0.0.1', forwarded: 'host=localhost' };
    const answers = [
      await fetched(page, '/documents/kept'),
      await fetched(page, '/documents/kept', { headers: forged }),
      await fetched(page, '/openapi.json'),
      await fetched(page, '/documents', { method: 'POST', headers: json, body }),
      await fetched(page, '/documents/kept', { method: 'DELETE' }),
      await fetched(page, '/mcp', { method: 'POST', headers: json, body: '{}' }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403]);
    expect(answers.filter(({ text }) => text.includes('4711'))).toEqual([]);
    expect(await storedIds()).toEqual(['kept']);
  });
});
