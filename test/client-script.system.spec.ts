import { execFile, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startApplication, type RunningApplication } from './support/application.js';
import { environmentOfNpm } from './installation/container-file.js';
import { describeUnless } from './support/lacking.js';
import { projectRoot } from '../src/shared/infrastructure/configuration-folders.js';

const root = projectRoot();
const KEY = 'The-Key-Of-The-Administrator-1';

interface Outcome {
  readonly code: number;
  readonly output: string;
}

/** Runs a program, of Node unless another is named; its output and errors together. */
function run(
  args: readonly string[],
  variables: Record<string, string> = {},
  program = process.execPath,
): Promise<Outcome> {
  return new Promise((resolve) => {
    const settings = Object.entries(process.env).filter(([name]) => name === 'PATH' || name.startsWith('PIP_'));
    const env = { ...Object.fromEntries(settings), ...variables };
    execFile(program, args, { cwd: root, env, timeout: 240_000 }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code ?? 1), output: `${stdout}${stderr}` }),
    );
  });
}

const PYTHON = ['python3', 'python'].find(
  (name) => spawnSync(name, ['-c', 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))']).status === 0,
);
/** Why no client for Python can be made here; undefined where one can. */
function lackOfPython(): string | undefined {
  if (PYTHON === undefined) return 'no Python 3.11';
  const folder = mkdtempSync(path.join(tmpdir(), 'pypi-'));
  const args = ['-m', 'pip', 'download', '--quiet', '--no-deps', '--dest', folder, 'openapi-python-client'];
  const { status } = spawnSync(PYTHON, args, { timeout: 60_000 });
  rmSync(folder, { recursive: true, force: true });
  return status === 0 ? undefined : 'no package index for Python';
}
const SCRIPT = path.join(root, '.config', 'client.mjs');

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

  /** The commands of a chapter of the guide, with a folder and a server of this spec. */
  function guided(chapter: string): { line: string; project: string } {
    const guide = readFileSync(path.join(root, 'src', 'openai-api', 'README.md'), 'utf8');
    const text = guide.split(`## ${chapter}\n`)[1]?.split(/^## /mu)[0] ?? '';
    const lines = /```sh\n([^]*?)```/u.exec(text)?.[1] ?? 'exit 9';
    const project = path.join(mkdtempSync(path.join(tmpdir(), 'guided-')), 'my-client');
    const commands = lines
      .replaceAll('../my-client', project)
      .replaceAll('http://127.0.0.1:8001', url)
      .replace(/"[^"]*"$/mu, '"At how many degrees is the blue kiln fired?"');
    return { line: `set -euo pipefail\n${commands}`, project };
  }
  async function follow(chapter: string, key: Record<string, string>): Promise<Outcome> {
    const { line, project } = guided(chapter);
    try {
      return await run(['-c', line], { ...environmentOfNpm(), ...key }, 'bash');
    } finally {
      rmSync(path.dirname(project), { recursive: true, force: true });
    }
  }

  it('compiles and answers in a project outside of the repository, by the commands of the guide', async () => {
    const asked = await follow('TypeScript client', { TOUCHSTONE_KEY: KEY });
    expect(asked).toEqual({ code: 0, output: expect.stringContaining('[1] Kiln: "The blue kiln is fired at 1240') });
  }, 300_000);

  it('leaves a package.json alone that is there', async () => {
    const own = path.join(folder, 'project');
    mkdirSync(own);
    writeFileSync(path.join(own, 'package.json'), '{"name":"mine"}');
    await run([path.join(root, '.config', 'client.mjs'), '--out', own, '--from', `${url}/openapi.json`]);
    expect(readFileSync(path.join(own, 'package.json'), 'utf8')).toBe('{"name":"mine"}');
    expect(existsSync(path.join(own, 'schema.d.ts'))).toBe(true);
  });

  it.each([
    ['--colour', 'red'],
    ['--language', 'cobol'],
  ])('says what it takes when it is called with %s %s', async (...args) => {
    const { code, output } = await run([SCRIPT, ...args]);
    expect([code, output]).toEqual([2, expect.stringContaining('--out FOLDER')]);
  });

  it('says that there is no Python where it cannot make a client for it', async () => {
    const args = [SCRIPT, '--language', 'python', '--out', folder, '--from', `${url}/openapi.json`];
    const { code, output } = await run(args, { PYTHON: path.join(folder, 'no-python') });
    expect([code, output]).toEqual([1, expect.stringContaining('no Python 3.11 or newer')]);
  });

  describeUnless(lackOfPython(), 'for Python', () => {
    it('writes a client with the same example, which prints an answer with its source', async () => {
      const project = path.join(folder, 'in-python');
      const args = [SCRIPT, '--language', 'python', '--out', project, '--from', `${url}/openapi.json`];
      const made = await run(args);
      expect([made.code, made.output]).toEqual([0, expect.stringMatching(/^\d+ paths: .*touchstone_client/)]);
      expect(existsSync(path.join(project, 'pyproject.toml'))).toBe(true);
      // The environment of the generator has the libraries of the client.
      const python = path.join(root, '.cache', 'python-client', 'bin', 'python');
      const example = path.join(project, 'example.py');
      const question = 'At how many degrees is the blue kiln fired?';
      const asked = await run([example, question], { TOUCHSTONE_URL: url, TOUCHSTONE_KEY: KEY }, python);
      expect(asked).toEqual({ code: 0, output: expect.stringContaining('[1] Kiln: "The blue kiln is fired at 1240') });
      const refused = await run([example], { TOUCHSTONE_URL: url }, python);
      expect(refused).toEqual({ code: 1, output: expect.stringContaining('X-API-Key') });
    });

    it('answers in a project outside of the repository, by the commands of the guide', async () => {
      const asked = await follow('Python client', { TOUCHSTONE_KEY: KEY });
      expect(asked).toEqual({ code: 0, output: expect.stringContaining('[1] Kiln: "The blue kiln is fired at 1240') });
    }, 300_000);

    it('writes only the package into a folder that is another project', async () => {
      const own = path.join(folder, 'python-project');
      mkdirSync(own);
      writeFileSync(path.join(own, 'pyproject.toml'), '[project]\nname = "mine"\n');
      await run([SCRIPT, '--language', 'python', '--out', own, '--from', `${url}/openapi.json`]);
      expect(readFileSync(path.join(own, 'pyproject.toml'), 'utf8')).toContain('mine');
      expect(existsSync(path.join(own, 'touchstone_client', 'client.py'))).toBe(true);
    });
  });
});
