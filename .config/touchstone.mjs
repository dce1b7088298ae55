#!/usr/bin/env node
// The program `touchstone`: `npx touchstone COMMAND` with the installed package, `npm run touchstone -- COMMAND` in a checkout, whose scripts
// (`npm start`, `npm run sync`, ...) are commands of it. In a checkout it first installs what is missing and builds what is stale.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { constants } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const file = fileURLToPath(import.meta.url);
const here = path.dirname(file);
const root = path.join(here, '..');
/** Helper threads and garbage collections of V8 delay requests less with them; they are fixed at the start of a process. */
const SERVER_FLAGS = ['--v8-pool-size=0', '--max-semi-space-size=8'];
/** For glibc: returns freed memory to the system. */
const ALLOCATOR = { MALLOC_MMAP_THRESHOLD_: '1000000', MALLOC_TRIM_THRESHOLD_: '4000000' };
/** What shells add to the number of a signal. */
const KILLED = 128;
const FAILED = 1;
const NOT_UNDERSTOOD = 2;

/** Commands with their program in dist/src, and what they do. `cli` reads the name of its command itself. */
const COMMANDS = {
  start: ['main', 'serves the documents of DATA_DIR on http://HOST:PORT (127.0.0.1:8001)'],
  sync: ['cli', 'brings a folder of documents into step with the store'],
  backup: ['cli', 'copies the store to a new folder, while the server runs'],
  verify: ['cli', 'reads a backup through'],
  restore: ['cli', 'puts a backup into DATA_DIR, which must hold no store'],
  'migrate-store': ['cli', 'moves the store to PostgreSQL, or back'],
  'test-session': ['test-session', 'asks questions with known answers, and measures the answers'],
  'review-session': ['review-session', 'has people label rows of a session blind'],
  'check-llm': ['check-llm', 'asks the configured language model ten questions'],
  models: ['models', 'downloads a local embedding or reranker'],
};
const USAGE = `Usage: touchstone COMMAND [options]

${Object.entries(COMMANDS)
  .map(([name, [, does]]) => `  ${name.padEnd(15)} ${does}`)
  .join('\n')}

Examples:
  npx touchstone start
  SAMPLE_DATA=skip DATA_DIR=my-data PORT=9000 npx touchstone start
  npx touchstone sync ~/my-documents --category "My documents"
  npx touchstone backup /backups/2026-11-28
  DATA_DIR=new-data npx touchstone restore /backups/2026-11-28
  npx touchstone test-session --seed 7 --queries 3
  LLM_PROVIDER=openai OPENAI_BASE_URL=http://127.0.0.1:11434/v1 LLM_MODEL=qwen3:8b npx touchstone check-llm
  npx touchstone models embedding --use

In a checkout: npm run touchstone -- COMMAND. "touchstone COMMAND --help" describes the options of sync, backup, verify, restore,
migrate-store and test-session. Data is kept in DATA_DIR, by default the folder data of the current folder; settings are read from the
environment and from the file .env there. All settings: src/config/README.md of the project.`;

function end(code, text) {
  (code === 0 ? console.log : console.error)(text);
  process.exit(code);
}

/** An older Node ends without a reason when it loads the native modules. */
function requireFittingNode({ engines }) {
  const oldest = /\d+\.\d+/u.exec(engines.node)[0];
  const [major, minor] = oldest.split('.').map(Number);
  const [own, ownMinor] = process.versions.node.split('.').map(Number);
  if (own > major || (own === major && ownMinor >= minor)) return;
  end(FAILED, `Touchstone needs Node ${oldest} or newer; this is Node ${process.versions.node}. Install Node 24.`);
}

/** Becomes a process with the options of a server, or starts one where this Node or system cannot. */
function restartAsServer() {
  const args = [...process.execArgv, ...SERVER_FLAGS, file, ...process.argv.slice(2)];
  const env = { ...ALLOCATOR, ...process.env };
  if (process.platform !== 'win32' && typeof process.execve === 'function')
    process.execve(process.execPath, [process.execPath, ...args], env);
  const server = spawn(process.execPath, args, { stdio: 'inherit', env });
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'])
    // A terminal sends Ctrl-C to both: a second signal would interrupt the graceful shutdown.
    process.on(signal, () => (signal === 'SIGINT' && process.stdin.isTTY) || server.kill(signal));
  server.on('exit', (code, signal) => process.exit(code ?? KILLED + (constants.signals[signal] ?? 0)));
}

async function run(command) {
  const [program] = COMMANDS[command];
  const isServer = command === 'start';
  if (isServer && !SERVER_FLAGS.every((flag) => process.execArgv.includes(flag))) return restartAsServer();
  // The program reads its arguments as if it had been started itself.
  if (program !== 'cli') process.argv.splice(2, 1);
  if (program === 'models') return import('./models.mjs');
  const prepare = path.join(here, 'prepare.mjs');
  if (existsSync(prepare)) (await import(pathToFileURL(prepare).href)).prepare();
  if (isServer) {
    const { chooseEmbedding } = await import('./offer-model.mjs');
    await chooseEmbedding({ env: process.env, input: process.stdin, output: process.stdout });
  }
  return import(pathToFileURL(path.join(root, 'dist', 'src', `${program}.js`)).href);
}

const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
const [command, ...words] = process.argv.slice(2);
const isHelp = ['--help', '-h', 'help'].includes(command) || (command === 'start' && words.includes('--help'));
if (isHelp) end(0, USAGE);
if (command === '--version' || command === '-v') end(0, manifest.version);
if (command === undefined) end(NOT_UNDERSTOOD, USAGE);
if (!Object.hasOwn(COMMANDS, command)) end(NOT_UNDERSTOOD, `'${command}' is not a command of touchstone.\n\n${USAGE}`);
requireFittingNode(manifest);
await run(command);
