import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { startApplication, type RunningApplication } from './support/application.js';
import { projectRoot } from '../src/shared/infrastructure/configuration-folders.js';

const root = projectRoot();
const KEY = 'The-Key-Of-The-Administrator-1';

interface Outcome {
  readonly code: number;
  readonly output: string;
}

/** Runs a program of Node; its output and errors together. */
function run(args: readonly string[], variables: Record<string, string> = {}): Promise<Outcome> {
  return new Promise((resolve) => {
    const env = { PATH: process.env['PATH'] ?? '', ...variables };
    execFile(process.execPath, args, { cwd: root, env, timeout: 120_000 }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code ?? 1), output: `${stdout}${stderr}` }),
    );
  });
}

describe('npm run client', () => {
  let running: RunningApplication;
  let url: string;
  let folder: string;
  let out: string;

  beforeAll(async () => {
    running = await startApplication({ AUTH_MODE: 'api-key', ADMIN_API_KEY: KEY });
    await running.app.listen(0, '127.0.0.1');
    url = await running.app.getUrl();
    const document = { title: 'Kiln', text: 'The blue kiln is fired at 1240 degrees.', canonical_path: ['Pottery'] };
    await running.post('/documents', document, { 'x-api-key': KEY });
    mkdirSync(path.join(root, '.cache'), { recursive: true });
    // Inside the project, so that the client finds its one library.
    folder = mkdtempSync(path.join(root, '.cache', 'client-'));
    out = path.join(folder, 'client');
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true });
    await running.stop();
  });

  /** Compiles the files in the folder as strictly as this project. */
  function compile(files: readonly string[]): Promise<Outcome> {
    const compilerOptions = {
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      target: 'es2023',
      module: 'nodenext',
      types: ['node'],
      skipLibCheck: true,
    };
    writeFileSync(path.join(out, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
    return run([path.join(root, 'node_modules', 'typescript', 'bin', 'tsc'), '-p', out]);
  }

  it('writes a client with an example that compiles, runs, and prints an answer with its source', async () => {
    const made = await run([path.join(root, '.config', 'client.mjs'), '--out', out, '--from', `${url}/openapi.json`]);
    expect(made).toEqual({ code: 0, output: expect.stringMatching(/^\d+ paths: .*schema\.d\.ts/) });
    expect(await compile(['example.ts'])).toEqual({ code: 0, output: '' });
    const asked = await run([path.join(out, 'example.js'), 'At how many degrees is the blue kiln fired?'], {
      TOUCHSTONE_URL: url,
      TOUCHSTONE_KEY: KEY,
    });
    expect(asked).toEqual({ code: 0, output: expect.stringContaining('[1] Kiln: "The blue kiln is fired at 1240') });
    const refused = await run([path.join(out, 'example.js')], { TOUCHSTONE_URL: url });
    expect(refused).toEqual({ code: 1, output: expect.stringContaining('X-API-Key') });
  });

  it('has a type for every route, so that a wrong field does not compile', async () => {
    const schema = readFileSync(path.join(out, 'schema.d.ts'), 'utf8');
    for (const route of [
      '"/chat/run"',
      '"/agents/from-category"',
      '"/v1/chat/completions"',
      '"/documents/{document_id}"',
    ])
      expect(schema).toContain(route);
    const wrong = `import { touchstone } from './client.js';
await touchstone({ baseUrl: '' }).POST('/search', { body: { query: 7 } });
await touchstone({ baseUrl: '' }).GET('/no/such/route');
`;
    writeFileSync(path.join(out, 'wrong.ts'), wrong);
    const { code, output } = await compile(['wrong.ts']);
    expect(code).not.toBe(0);
    expect([output.includes('wrong.ts(2'), output.includes('wrong.ts(3')]).toEqual([true, true]);
  });

  it('leaves a package.json alone that is there', async () => {
    const own = path.join(folder, 'project');
    mkdirSync(own);
    writeFileSync(path.join(own, 'package.json'), '{"name":"mine"}');
    await run([path.join(root, '.config', 'client.mjs'), '--out', own, '--from', `${url}/openapi.json`]);
    expect(readFileSync(path.join(own, 'package.json'), 'utf8')).toBe('{"name":"mine"}');
    expect(existsSync(path.join(own, 'schema.d.ts'))).toBe(true);
  });

  it('says what it takes when it is called otherwise', async () => {
    const { code, output } = await run([path.join(root, '.config', 'client.mjs'), '--colour', 'red']);
    expect([code, output]).toEqual([2, expect.stringContaining('--out FOLDER')]);
  });
});
