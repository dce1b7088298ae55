import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { load } from 'js-yaml';
import { temporaryFolder } from './support/application.js';
import { FakeServer, sendJson } from './support/fake-server.js';

const ROOT = path.join(import.meta.dirname, '..', '..', '..');
const PROGRAM = path.join(import.meta.dirname, '..');
const ACTION = path.join(ROOT, '.github', 'actions', 'test-session', 'action.yml');

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
  // The action is given a folder with a built Touchstone.
  mkdirSync(path.join(folder, 'touchstone', 'dist'), { recursive: true });
  symlinkSync(path.join(PROGRAM, 'src'), path.join(folder, 'touchstone', 'dist', 'src'));
});
afterEach(async () => {
  await bot.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs the steps of the action, as GitHub does: inputs by their defaults, where they are not given. */
async function runAction(given: Readonly<Record<string, string>>) {
  const valueOf = (text: string) =>
    text.replaceAll(
      /\$\{\{ inputs\.([\w-]+) \}\}/gu,
      (_, name: string) => given[name] ?? action.inputs[name]?.default ?? '',
    );
  const output = path.join(folder, 'github-output');
  writeFileSync(output, '');
  const [step] = action.runs.steps;
  const named = Object.entries(step?.env ?? {}).map(([name, text]) => [name, valueOf(text)]);
  const env = { PATH: process.env['PATH'], LOG_LEVEL: 'silent', GITHUB_OUTPUT: output, ...Object.fromEntries(named) };
  const ended = await new Promise<{ code: number; text: string }>((resolve) => {
    execFile('bash', ['-c', step?.run ?? 'exit 9'], { cwd: folder, env, timeout: 240_000 }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), text: `${stdout}${stderr}` }),
    );
  });
  return { ...ended, outputs: readFileSync(output, 'utf8') };
}

describe('the action for GitHub', () => {
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
    const recipe = /^DATA_DIR=\S+ .*npm run test-session -- .*$/mu.exec(guide)?.[0] ?? '';
    for (const option of ['--config', '--junit', '--sarif']) expect(recipe).toContain(option);
    // The checkout of the recipe is a folder whose script starts the built program.
    const scripts = { 'test-session': 'node touchstone/dist/src/test-session.js' };
    writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ private: true, scripts }));
    const run = () =>
      new Promise<{ code: number; text: string }>((resolve) => {
        const env = { PATH: process.env['PATH'], HOME: folder, LOG_LEVEL: 'silent' };
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
