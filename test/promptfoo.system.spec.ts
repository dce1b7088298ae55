import { execFile } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { load } from 'js-yaml';
import { temporaryFolder } from './support/application.js';
import { FakeServer, sendJson } from './support/fake-server.js';
import { describeUnless } from './support/lacking.js';
import { readItems } from '../src/test-automation/datasets/domain/read-items.js';
import { ParsedDatasetFiles } from '../src/test-automation/datasets/infrastructure/parsed-dataset-files.js';

/**
 * promptfoo (MIT) with its providers takes 2.5 GB, so that it is not a dependency: the spec runs where PROMPTFOO names its folder
 * (`npm install promptfoo@0.123.1` anywhere), and is skipped elsewhere.
 */
const INSTALLED = process.env['PROMPTFOO'] ?? '';
const PROGRAM = path.join(INSTALLED, 'node_modules', '.bin', 'promptfoo');
const MISSING = INSTALLED !== '' && existsSync(PROGRAM) ? undefined : 'PROMPTFOO names no folder with promptfoo';

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
