import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { load } from 'js-yaml';
import { temporaryFolder } from './support/application.js';
import { FakeServer, sendJson } from './support/fake-server.js';

const ROOT = path.join(import.meta.dirname, '..', '..', '..');
const PROGRAM = path.join(import.meta.dirname, '..');
const ACTION = path.join(ROOT, '.github', 'actions', 'test-session', 'action.yml');

const PACKAGE = { name: 'touchstone', version: '0.2.0', bin: { touchstone: 'touchstone.mjs' } };

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>;
  readonly runs: {
    readonly steps: readonly { readonly env: Readonly<Record<string, string>>; readonly run: string }[];
  };
}
const action = load(readFileSync(ACTION, 'utf8')) as Action;

let bot: FakeServer;
let folder: string;
let answer: string;

beforeEach(async () => {
  folder = temporaryFolder();
  bot = new FakeServer();
  const base_url = await bot.start();
  bot.respond = (response) => sendJson(response, 200, { data: { answer } });
  const target = {
    name: 'bot',
    kind: 'http',
    base_url,
    request: { path: '/ask', body: { q: '{{question}}' } },
    response: { answer: '$.data.answer' },
  };
  writeFileSync(path.join(folder, 'targets.json'), JSON.stringify({ items: [target] }));
  writeFileSync(path.join(folder, 'questions.csv'), 'question,facts\n\nHow long is leave?,14 days|two weeks\n');
  const session = `version: 1
seed: 7
targets: targets.json
target: bot
dataset: questions.csv
retries: 0
judge: rules
certainty: observed
gates: {success_rate: 1}
`;
  writeFileSync(path.join(folder, 'session.yaml'), session);
  // The package is the compiled program; test/installation installs the real one.
  const program = path.join(folder, 'touchstone');
  mkdirSync(program);
  writeFileSync(path.join(program, 'package.json'), JSON.stringify(PACKAGE));
  const source = `#!/usr/bin/env node
if (process.argv.splice(2, 1)[0] !== 'test-session') process.exit(9);
await import(${JSON.stringify(path.join(PROGRAM, 'src', 'test-session.js'))});
`;
  writeFileSync(path.join(program, 'touchstone.mjs'), source, { mode: 0o755 });
});
afterEach(async () => {
  await bot.stop();
  rmSync(folder, { recursive: true, force: true });
});

const environment = () => ({ PATH: process.env['PATH'], HOME: folder, LOG_LEVEL: 'silent' });

/** Runs the steps of the action, as GitHub does: inputs by their defaults, where they are not given. */
async function runAction(given: Readonly<Record<string, string>>) {
  const valueOf = (text: string) =>
    text.replaceAll(
      /\$\{\{ inputs\.([\w-]+) \}\}/gu,
      (_, name: string) => given[name] ?? (name === 'package' ? './touchstone' : (action.inputs[name]?.default ?? '')),
    );
  const output = path.join(folder, 'github-output');
  writeFileSync(output, '');
  const [step] = action.runs.steps;
  const named = Object.entries(step?.env ?? {}).map(([name, text]) => [name, valueOf(text)]);
  const env = { ...environment(), GITHUB_OUTPUT: output, ...Object.fromEntries(named) };
  const ended = await new Promise<{ code: number; text: string }>((resolve) => {
    execFile('bash', ['-c', step?.run ?? 'exit 9'], { cwd: folder, env, timeout: 240_000 }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), text: `${stdout}${stderr}` }),
    );
  });
  return { ...ended, outputs: readFileSync(output, 'utf8') };
}

describe('the action for GitHub', () => {
  it('installs the version of the package that it belongs to', () => {
    const manifest: unknown = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
    expect(manifest).toMatchObject(
      /^(?<name>[^@]+)@(?<version>.+)$/u.exec(action.inputs['package']?.default ?? '')?.groups ?? {},
    );
    expect(action.inputs['package']?.default).toMatch(/^touchstone@\d/u);
  });

  it('passes where the answers are right, and fails with an annotation and SARIF where one is not', async () => {
    answer = 'Leave lasts two weeks.';
    const right = await runAction({ config: 'session.yaml' });
    expect([right.code, right.text]).toEqual([0, expect.stringContaining('Result: passed')]);
    expect(right.outputs).toContain('sarif=.touchstone/reports/session.sarif');
    const baseline = /Session (ses_\w+)/u.exec(right.text)?.[1] ?? '';

    answer = 'Leave lasts 30 days.';
    const wrong = await runAction({ config: 'session.yaml', baseline, 'fail-on': 'lost' });
    expect([wrong.code, wrong.text]).toEqual([1, expect.stringContaining('::error file=questions.csv,line=3,title=')]);
    const sarif = JSON.parse(readFileSync(path.join(folder, '.touchstone', 'reports', 'session.sarif'), 'utf8'));
    expect(sarif.runs[0].results).toHaveLength(1);
  }, 480_000);

  it('ends with 2 where the session file has a fault, and names its place', async () => {
    writeFileSync(path.join(folder, 'session.yaml'), 'version: 1\ngates: {success_rate: 90}\n');
    const refused = await runAction({ config: 'session.yaml' });
    expect([refused.code, refused.text]).toEqual([2, expect.stringContaining('session.yaml at /gates/success_rate')]);
  }, 240_000);
});

describe('the recipe for other systems of continuous integration', () => {
  it('is one command that writes JUnit and SARIF, with the line of the failed question', async () => {
    const guide = readFileSync(path.join(ROOT, 'src', 'test-automation', 'datasets', 'README.md'), 'utf8');
    const recipe = /^DATA_DIR=\S+ .*npx touchstone@\S+ test-session .*$/mu.exec(guide)?.[0] ?? '';
    for (const option of ['--config', '--junit', '--sarif']) expect(recipe).toContain(option);
    // npx takes the package that the folder has, if its version is the one that is named.
    const dependencies = { touchstone: 'file:touchstone' };
    writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ private: true, dependencies }));
    mkdirSync(path.join(folder, 'node_modules', '.bin'), { recursive: true });
    symlinkSync(path.join(folder, 'touchstone'), path.join(folder, 'node_modules', 'touchstone'));
    symlinkSync('../touchstone/touchstone.mjs', path.join(folder, 'node_modules', '.bin', 'touchstone'));
    const run = () =>
      new Promise<{ code: number; text: string }>((resolve) => {
        const env = environment();
        execFile('bash', ['-c', recipe], { cwd: folder, env, timeout: 240_000 }, (error, stdout, stderr) =>
          resolve({ code: error === null ? 0 : Number(error.code), text: `${stdout}${stderr}` }),
        );
      });
    answer = 'Leave lasts two weeks.';
    const right = await run();
    expect([right.code, right.text]).toEqual([0, expect.stringContaining('Result: passed')]);
    answer = 'Leave lasts 30 days.';
    const wrong = await run();
    expect([wrong.code, wrong.text]).toEqual([1, expect.stringContaining('Result: not passed')]);
    expect(readFileSync(path.join(folder, 'junit.xml'), 'utf8')).toMatch(/<testsuites[^]*<failure/u);
    const sarif = JSON.parse(readFileSync(path.join(folder, 'session.sarif'), 'utf8'));
    expect(sarif.runs[0].results[0].locations[0].physicalLocation).toEqual({
      artifactLocation: { uri: 'questions.csv' },
      region: { startLine: 3 },
    });
  }, 480_000);
});
