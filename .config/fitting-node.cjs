// Selects the Node that runs the product, or installs one. Read by every version of Node since 10: no newer syntax here.
'use strict';
const childProcess = require('child_process');
const fs = require('fs');
const path = require('path');

const root = path.join(__dirname, '..');
/** The oldest Node that the product runs on; package.json says the same. */
const OLDEST = '22.13.0';
/** The major version that is fetched for an older Node. */
const FETCHED = 24;
/** Old versions of npm do not read the lockfile, and the newest Node does not run them: this version is installed with it. */
const NPM = 'npm@11';
const FETCH_LIMIT_MS = 300000;

function numbers(version) {
  return String(version).replace(/^v/, '').split('.').map(Number);
}

/** @param version such as "24.1.0" */
function isSupported(version) {
  const given = numbers(version);
  const oldest = numbers(OLDEST);
  for (let place = 0; place < oldest.length; place += 1) {
    const difference = (given[place] || 0) - oldest[place];
    if (difference !== 0) return difference > 0;
  }
  return true;
}

/**
 * Whether a Node fits a request.
 * @param wanted a major version, or undefined for every supported one
 */
function fits(version, wanted) {
  return isSupported(version) && (wanted === undefined || numbers(version)[0] === wanted);
}

/** Name of the npm package that holds the program of Node for a system: the ones that the package `node` itself installs. */
function packageOf(platform, arch, major) {
  const system = platform === 'win32' ? 'win' : platform;
  const prefix = platform === 'darwin' && arch === 'arm64' ? 'node-bin' : 'node';
  return prefix + '-' + system + '-' + arch + '@' + major;
}

/** Folder of `node`, `npm` and `npx` under a folder in which they were installed. */
function binOf(folder) {
  return path.join(folder, 'node_modules', '.bin');
}

/** The program itself; on Windows the folder of programs holds scripts that start it. */
function programIn(bin) {
  if (process.platform !== 'win32') return path.join(bin, 'node');
  const name = packageOf(process.platform, process.arch, FETCHED).split('@')[0];
  return path.join(bin, '..', name, 'bin', 'node.exe');
}

/** Version of the Node in a folder of programs; undefined if none runs on this system. */
function versionIn(bin) {
  const program = programIn(bin);
  if (!fs.existsSync(program)) return undefined;
  const result = childProcess.spawnSync(program, ['--version'], {
    encoding: 'utf8',
    env: Object.assign({}, process.env, { NODE_OPTIONS: '' }),
  });
  return result.status === 0 ? result.stdout.trim().replace(/^v/, '') : undefined;
}

/** The npm to start: the one that runs this script, otherwise the one in PATH. */
function npmCommand() {
  const file = process.env.npm_execpath;
  if (file !== undefined && /npm-cli\.c?js$/.test(file) && fs.existsSync(file))
    return { command: process.execPath, first: [file], shell: false };
  return { command: 'npm', first: [], shell: process.platform === 'win32' };
}

/** The most informative line of npm's output; its last lines name its log file. */
function reasonIn(output) {
  const lines = output.split('\n').filter((line) => /^npm (ERR!|error) /i.test(line));
  const telling = lines.filter((line) => !/ (code|errno|syscall|type) |complete log|debug-0\.log/i.test(line));
  const line = telling[0] || lines[0] || output.trim().split('\n').pop() || 'npm does not run';
  return line.replace(/^npm (ERR!|error) (network )?/i, '').trim();
}

/** @returns undefined, or why it could not be installed */
function install(folder, packages) {
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(path.join(folder, 'package.json'), '{ "private": true }\n');
  const npm = npmCommand();
  const options = ['install', '--no-audit', '--no-fund', '--no-save', '--no-package-lock', '--ignore-scripts'];
  // An engine warning of this step is about the Node that is being replaced.
  const limits = ['--loglevel=error', '--engine-strict=false', '--fetch-retries=1', '--fetch-retry-mintimeout=1000'];
  const result = childProcess.spawnSync(
    npm.command,
    npm.first.concat(options, limits, ['--prefix', folder], packages),
    { cwd: folder, encoding: 'utf8', shell: npm.shell, timeout: FETCH_LIMIT_MS, env: environmentOfInstall(folder) },
  );
  if (result.status === 0) return undefined;
  if (result.error !== undefined && result.error !== null) {
    return result.error.code === 'ETIMEDOUT'
      ? 'npm took more than ' + FETCH_LIMIT_MS / 60000 + ' minutes'
      : result.error.message;
  }
  return reasonIn(result.stderr + '\n' + result.stdout);
}

/** Settings of an outer npm would install into another folder, or omit packages. */
function environmentOfInstall(folder) {
  const environment = Object.assign({}, process.env, { NODE_OPTIONS: '' });
  const misleading =
    /^npm_config_(prefix|local_prefix|global|location|dry_run|omit|only|production|include|package_lock_only|workspaces?)$/i;
  Object.keys(environment)
    .filter((name) => misleading.test(name))
    .forEach((name) => delete environment[name]);
  return Object.assign(environment, { INIT_CWD: folder, NODE_ENV: '' });
}

function remove(folder) {
  const options = { recursive: true, force: true };
  // Before Node 14.14 there is no rmSync, and rmdirSync complains of a folder that does not exist.
  if (fs.rmSync !== undefined) fs.rmSync(folder, options);
  else if (fs.existsSync(folder)) fs.rmdirSync(folder, { recursive: true });
}

/**
 * Fetches a Node into a separate folder, which is renamed into place when complete: a second process may do the same concurrently.
 * @returns undefined, or the reason for the failure
 */
function fetchInto(folder, major) {
  const partial = folder + '.part-' + process.pid;
  remove(partial);
  try {
    const reason = install(partial, [packageOf(process.platform, process.arch, major), NPM]);
    if (reason !== undefined) return reason;
    if (versionIn(binOf(partial)) === undefined) return 'the fetched program does not run on this system';
    if (versionIn(binOf(folder)) !== undefined) return undefined;
    remove(folder);
    fs.renameSync(partial, folder);
    return undefined;
  } catch (error) {
    return versionIn(binOf(folder)) === undefined ? error.message : undefined;
  } finally {
    remove(partial);
  }
}

/**
 * The folder of programs of a Node that fits: of the running one, otherwise of one in `.cache`, which is fetched when necessary.
 * @param wanted a major version, or undefined for every supported one
 * @param announce is called with one line before something is fetched
 * @returns `{ bin, isOwn }`, or `{ reason }` if none is available
 */
function fittingNode(wanted, announce) {
  if (fits(process.versions.node, wanted)) return { bin: path.dirname(process.execPath), isOwn: true };
  const major = wanted === undefined ? FETCHED : wanted;
  const folder = path.join(root, '.cache', 'node' + major);
  const bin = binOf(folder);
  const kept = versionIn(bin);
  if (kept !== undefined && fits(kept, major)) return { bin, isOwn: false };
  announce(
    'This is Node ' +
      process.versions.node +
      '; fetching Node ' +
      major +
      ' from the npm registry into .cache (once) …',
  );
  const reason = fetchInto(folder, major);
  if (reason !== undefined) return { reason };
  const fetched = versionIn(bin);
  if (fetched === undefined || !fits(fetched, major)) return { reason: 'version ' + fetched + ' was given' };
  return { bin, isOwn: false };
}

/** One sentence for a machine that has no fitting Node and cannot get one. */
function adviceWithout(wanted, reason) {
  const need = wanted === undefined ? 'Node ' + OLDEST.replace(/\.0$/, '') + ' or newer' : 'Node ' + wanted;
  const major = wanted === undefined ? FETCHED : wanted;
  return (
    'Touchstone needs ' +
    need +
    '; this is Node ' +
    process.versions.node +
    ', and Node ' +
    major +
    ' could not be fetched from the npm registry (' +
    reason +
    '): install Node ' +
    major +
    ' from https://nodejs.org and run the command again.'
  );
}

module.exports = { root, isSupported, fits, packageOf, programIn, reasonIn, fittingNode, adviceWithout };
