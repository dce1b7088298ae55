import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { projectRoot } from '../src/shared/infrastructure/configuration-folders.js';
import { type RunningApplication, startApplication } from './support/application.js';

const KEY = 'The-Key-Of-The-Administrator-1';
const DOCUMENT = {
  document_id: 'kiln',
  canonical_path: ['Pottery'],
  title: 'Kiln handbook',
  text: 'The blue kiln is fired at 1240 degrees. The red kiln is fired at 980 degrees.',
};

interface Answered {
  readonly text: string;
  readonly abstained: boolean;
  readonly confidence: number;
  readonly sources: readonly { readonly url: string; readonly title: string }[];
}

describe('the page of the guide to the AI SDK', () => {
  const cache = path.join(projectRoot(), '.cache', 'guides');
  let running: RunningApplication;
  let folder: string;
  let program: string;

  beforeAll(async () => {
    const guide = readFileSync(path.join(projectRoot(), 'src', 'openai-api', 'ai-sdk.md'), 'utf8');
    [, program = ''] = /```js\n([\s\S]*?)```/.exec(guide) ?? [];
    // Below the project, so that its packages are found.
    mkdirSync(cache, { recursive: true });
    folder = mkdtempSync(path.join(cache, 'page-'));
    running = await startApplication({ AUTH_MODE: 'api-key', ADMIN_API_KEY: KEY });
    await running.app.listen(0, '127.0.0.1');
    await running.post('/documents', DOCUMENT, { 'x-api-key': KEY });
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true });
    await running.stop();
  });

  it('shows the answer, each source once, whether it abstained, and how sure it is', async () => {
    writeFileSync(path.join(folder, 'page.mjs'), program);
    const env = { ...process.env, TOUCHSTONE_URL: await running.app.getUrl(), TOUCHSTONE_KEY: KEY, PORT: '0' };
    const child = spawn(process.execPath, [path.join(folder, 'page.mjs')], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    try {
      const [address] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
      expect(await (await fetch(`${address}/`)).text()).toContain('<form>');
      const asked = async (question: string) =>
        (await (await fetch(`${address}/answer?q=${encodeURIComponent(question)}`)).json()) as Answered;
      const found = await asked('At how many degrees is the blue kiln fired?');
      expect(found.text).toContain('1240');
      expect([found.abstained, found.confidence > 0.5]).toEqual([false, true]);
      expect(found.sources.map(({ title }) => title)).toEqual(['Kiln handbook']);
      expect((await fetch(found.sources[0]?.url ?? '', { headers: { 'x-api-key': KEY } })).status).toBe(200);
      expect(await asked('Who won the sailing race in 1911?')).toMatchObject({ abstained: true, sources: [] });
    } finally {
      child.kill();
    }
  });
});
