import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { load } from 'js-yaml';
import { temporaryFolder } from './support/application.js';
import { FakeServer, sendJson } from './support/fake-server.js';
import { describeUnless } from './support/lacking.js';
import { projectRoot } from '../src/shared/infrastructure/configuration-folders.js';
import { readItems } from '../src/test-automation/datasets/domain/read-items.js';
import { ParsedDatasetFiles } from '../src/test-automation/datasets/infrastructure/parsed-dataset-files.js';

/**
 * promptfoo (MIT) with its providers takes 2.5 GB, so that it is not a dependency. Without them, and with the binding of its database, it
 * takes 274 MB: the first run installs it in a minute, into a folder that later runs use. PROMPTFOO names another folder that has it.
 */
const VERSION = '0.123.1';
const BINDING = '0.5.29';
const FOLDER = process.env['PROMPTFOO'] ?? path.join(projectRoot(), '.cache', `promptfoo-${VERSION}`);
const PROGRAM = path.join(FOLDER, 'node_modules', '.bin', 'promptfoo');
const INSTALLED = path.join(FOLDER, 'installed');

/** What is missing, or undefined if promptfoo is there. */
function install(): string | undefined {
  if (process.env['PROMPTFOO'] !== undefined)
    return existsSync(PROGRAM) ? undefined : 'PROMPTFOO names no folder with promptfoo';
  if (existsSync(INSTALLED)) return undefined;
  const { platform, arch } = process;
  const system = { linux: `linux-${arch}-gnu`, darwin: `darwin-${arch}`, win32: `win32-${arch}-msvc` }[
    platform as string
  ];
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(path.join(FOLDER, 'package.json'), '{ "private": true }');
  const packages = [`promptfoo@${VERSION}`, `@libsql/${system ?? ''}@${BINDING}`];
  const options = ['--omit=optional', '--omit=peer', '--ignore-scripts', '--no-audit', '--no-fund'];
  try {
    execFileSync('npm', ['install', ...options, ...packages], { cwd: FOLDER, stdio: 'pipe', timeout: 300_000 });
  } catch {
    return 'npm could not install promptfoo';
  }
  writeFileSync(INSTALLED, VERSION);
  return undefined;
}

const MISSING = install();

const QUESTIONS = [
  { id: 'length', question: 'How long is leave?', facts: [['14 days', 'two weeks'], ['request']] },
  { id: 'decider', question: '누가 결정하나요?', facts: ['학장'] },
  { id: 'parking', question: 'What does parking cost?', answerable: false },
];
const ANSWERS: Readonly<Record<string, string>> = {
  'How long is leave?': 'Leave lasts two weeks after the request.',
  '누가 결정하나요?': '총장이 결정한다.',
  'What does parking cost?': 'I could not find this in the documents.',
};

interface Evaluated {
  readonly results: {
    readonly results: readonly { readonly success: boolean; readonly vars: { readonly question: string } }[];
  };
}

describeUnless(MISSING, 'promptfoo', () => {
  it('evaluates an exported dataset against the OpenAI-compatible routes, with the verdicts that the facts ask for', async () => {
    const folder = temporaryFolder();
    const server = new FakeServer();
    const url = await server.start();
    server.respond = (response, call) => {
      const { messages } = call.body as { messages: { content: string }[] };
      sendJson(response, 200, {
        choices: [{ message: { role: 'assistant', content: ANSWERS[messages.at(-1)?.content ?? ''] ?? '?' } }],
      });
    };
    const files = new ParsedDatasetFiles();
    const items = readItems(files.read(QUESTIONS, 'jsonl').items);
    const config = load(files.write({ name: 'leave', items }, 'promptfoo')) as object;
    const provider = { id: 'openai:chat:default', config: { apiBaseUrl: `${url}/v1`, apiKey: 'unused' } };
    const file = path.join(folder, 'promptfooconfig.json');
    writeFileSync(file, JSON.stringify({ ...config, providers: [provider] }));
    const output = path.join(folder, 'out.json');
    const env = {
      PATH: process.env['PATH'],
      HOME: folder,
      PROMPTFOO_CONFIG_DIR: folder,
      PROMPTFOO_DISABLE_TELEMETRY: '1',
      PROMPTFOO_DISABLE_UPDATE: '1',
      PROMPTFOO_DISABLE_REMOTE_GENERATION: '1',
    };
    await new Promise<void>((resolve) => {
      const args = ['eval', '-c', file, '-o', output, '--no-cache', '--no-table', '--no-progress-bar'];
      // Its exit code is 100 for failed tests: the file has the results.
      execFile(PROGRAM, args, { cwd: folder, env, timeout: 240_000 }, () => resolve());
    });
    const { results } = JSON.parse(readFileSync(output, 'utf8')) as Evaluated;
    const verdicts = Object.fromEntries(results.results.map(({ vars, success }) => [vars.question, success]));
    expect(verdicts).toEqual({
      'How long is leave?': true,
      '누가 결정하나요?': false,
      'What does parking cost?': true,
    });
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }, 300_000);
});
