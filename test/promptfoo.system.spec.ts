import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { load } from 'js-yaml';
import { type RunningApplication, startApplication, temporaryFolder } from './support/application.js';
import { describeUnless } from './support/lacking.js';
import { projectRoot } from '../src/shared/infrastructure/configuration-folders.js';

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

const ADMIN = { 'x-api-key': 'The-Key-Of-The-Administrator-1' };
const DOCUMENTS = [
  {
    document_id: 'kiln',
    canonical_path: ['Pottery'],
    title: 'Kiln handbook',
    text: 'The blue kiln is fired at 1240 degrees. The red kiln is fired at 980 degrees.',
  },
  {
    document_id: 'startup',
    canonical_path: ['학사', '휴학'],
    title: '창업휴학 규정',
    text: '제1조(창업휴학 기간) 창업휴학은 4학기까지 허가한다.\n제2조(창업휴학 서류) 창업휴학을 신청할 때에는 사업자등록증을 내야 한다.',
  },
  {
    document_id: 'ferry',
    canonical_path: ['Harbour'],
    title: 'Ferry',
    text: 'The ferry leaves the pier at 7 in the morning. A ticket of the ferry costs 12 euros.',
  },
];

/** Questions with what they expect, and whether the answers of the server meet it. */
const QUESTIONS = [
  { question: 'At how many degrees is the blue kiln fired?', facts: [['1,240 degrees', '1240 degrees']], passes: true },
  { question: '창업휴학을 신청할 때 무엇을 내야 하나요?', facts: [['사업자등록증']], passes: true },
  { question: 'What does a moon landing cost?', answerable: false, passes: true },
  { question: '창업휴학은 몇 학기까지 허가하나요?', facts: [['6학기']], passes: false },
  {
    question: 'When does the ferry leave the pier?',
    facts: [['7 in the morning'], ['from the castle']],
    passes: false,
  },
  { question: 'What does a ticket of the ferry cost?', answerable: false, passes: false },
];

interface Evaluated {
  readonly results: {
    readonly results: readonly {
      readonly success: boolean;
      readonly vars: { readonly question: string };
      readonly response?: { readonly output?: string; readonly error?: string };
      readonly gradingResult: {
        readonly componentResults: readonly { readonly pass: boolean; readonly assertion: { readonly type: string } }[];
      };
    }[];
  };
}

describeUnless(MISSING, 'promptfoo', () => {
  let running: RunningApplication;
  let apiKey: string;
  let folder: string;

  beforeAll(async () => {
    folder = temporaryFolder();
    running = await startApplication({ AUTH_MODE: 'api-key', ADMIN_API_KEY: ADMIN['x-api-key'] });
    await running.app.listen(0, '127.0.0.1');
    for (const document of DOCUMENTS) expect((await running.post('/documents', document, ADMIN)).statusCode).toBe(201);
    const made = await running.post('/api-keys', { name: 'promptfoo', scopes: ['query'] }, ADMIN);
    apiKey = String(made.json().key);
  }, 120_000);
  afterAll(async () => {
    await running.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** The configuration of the stored dataset, as `GET /datasets/{id}` exports it. */
  async function exported(): Promise<object> {
    const payload = QUESTIONS.map((item) => JSON.stringify({ ...item, passes: undefined })).join('\n');
    const headers = { ...ADMIN, 'content-type': 'application/x-ndjson' };
    const stored = await running.call({ method: 'POST', url: '/datasets?name=harbour', payload, headers });
    const url = `/datasets/${stored.json().dataset_id}?format=promptfoo`;
    return load((await running.call({ method: 'GET', url, headers: ADMIN })).body) as object;
  }

  /** Evaluates a configuration with the provider of the guide. */
  async function evaluated(config: object): Promise<Evaluated['results']['results']> {
    const provider = {
      id: 'openai:chat:default',
      config: { apiBaseUrl: `${await running.app.getUrl()}/v1`, apiKey },
    };
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
    return (JSON.parse(readFileSync(output, 'utf8')) as Evaluated).results.results;
  }

  it('evaluates an exported dataset against this server: what its answers lack fails, and nothing else', async () => {
    const rows = await evaluated(await exported());
    expect(rows.map(({ response }) => response?.error)).toEqual(QUESTIONS.map(() => undefined));
    const verdicts = new Map(rows.map(({ vars, success }) => [vars.question, success]));
    expect(verdicts).toEqual(new Map(QUESTIONS.map(({ question, passes }) => [question, passes])));
    const outputOf = (asked: string) => rows.find(({ vars }) => vars.question === asked)?.response?.output;
    expect(outputOf('창업휴학은 몇 학기까지 허가하나요?')).toContain('4학기');
    expect(outputOf('What does a ticket of the ferry cost?')).toContain('12 euros');
    const half = rows.find(({ vars }) => vars.question === 'When does the ferry leave the pier?');
    expect(half?.gradingResult.componentResults.map(({ pass }) => pass)).toEqual([true, false]);
  }, 300_000);
});
