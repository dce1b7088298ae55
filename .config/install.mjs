// Installs what is missing, before anything that needs packages is read.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { adviceOnNatives, installPlan, npmOptions } from './install-plan.mjs';

const root = path.join(import.meta.dirname, '..');
const modules = path.join(root, 'node_modules');
const LOCK = path.join(root, 'package-lock.json');
/** In the folder itself, so that the stamp is removed or replaced with it. */
const STAMP = path.join(modules, '.touchstone-installed.json');
/** npm's own record of what it installed. */
const RECORD = path.join(modules, '.package-lock.json');
const TEST_TOOL = path.join(modules, 'jest');
const MODELS = path.join(modules, '@huggingface', 'transformers');

const isWindows = process.platform === 'win32';
const timeOf = (file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? -1;

function readStamp() {
  try {
    return JSON.parse(readFileSync(STAMP, 'utf8'));
  } catch {
    return undefined;
  }
}

function onDisk() {
  const record = timeOf(RECORD);
  return {
    hasModules: existsSync(modules),
    stamp: readStamp(),
    isChangedByHand: record >= timeOf(LOCK) && record > timeOf(STAMP),
    hasTestTools: existsSync(TEST_TOOL),
  };
}

function fail(...lines) {
  for (const line of lines) console.error(line);
  process.exit(1);
}

/** @returns the native modules that do not load, `{ name, reason }` each */
function failingNatives() {
  const script = path.join(import.meta.dirname, 'probe-natives.mjs');
  const { status, signal, stdout } = spawnSync(process.execPath, [script], { cwd: root, encoding: 'utf8' });
  if (status === 0) return JSON.parse(stdout.trim().split('\n').at(-1));
  return [{ name: 'one of them', reason: `ends the process with ${signal ?? `code ${status}`}` }];
}

function runNpm(options, what) {
  console.log(what);
  const { status, error } = spawnSync('npm', options, { cwd: root, stdio: 'inherit', shell: isWindows });
  if (status === 0) return;
  const reason = error === undefined ? 'the lines above say why' : error.message;
  fail(`npm ${options.join(' ')} failed: ${reason}.`);
}

function installPackages(scope, action) {
  const hadModels = existsSync(MODELS);
  const size = scope === 'all' ? 'with the tools of the specs' : 'what a start needs';
  runNpm(npmOptions(scope, action), `Installing (${size}; only when package-lock.json, Node or the system changed) …`);
  // npm removes what the lockfile does not name, and local models need it.
  if (hadModels && !existsSync(MODELS)) {
    const script = path.join(import.meta.dirname, 'models.mjs');
    spawnSync(process.execPath, [script, '--package-only'], { cwd: root, stdio: 'inherit' });
  }
}

/**
 * Makes node_modules fit the lockfile, the running Node and the system; does nothing if it fits.
 * @param scope `start` or `all`, see install-plan.mjs
 */
export function install(scope) {
  const wanted = {
    lock: createHash('sha256').update(readFileSync(LOCK)).digest('hex'),
    scope,
    abi: process.versions.modules,
    platform: process.platform,
    arch: process.arch,
  };
  const found = onDisk();
  const plan = installPlan(wanted, found);
  if (plan === 'nothing') return;
  if (plan !== 'probe') installPackages(scope, plan);
  const failures = failingNatives();
  if (failures.length > 0 && plan === 'probe') {
    console.log(`${failures.map(({ name }) => name).join(', ')}: of another Node or system.`);
    installPackages(scope, 'install');
  }
  const left = failures.length > 0 && plan === 'probe' ? failingNatives() : failures;
  if (left.length > 0) fail(adviceOnNatives(left, { ...wanted, version: process.versions.node }));
  const isAll = scope === 'all' || (plan === 'probe' && existsSync(TEST_TOOL));
  writeFileSync(STAMP, `${JSON.stringify({ ...wanted, scope: isAll ? 'all' : 'start' })}\n`);
}
