// Runs a script of this folder with a Node that fits: in this process where the running Node is supported, otherwise in one of a Node that
// is fetched into .cache. The npm scripts begin with it, so that a machine with an older Node needs nothing else.
//   node [options] .config/with-node.cjs SCRIPT [arguments]
// Read by every version of Node since 10: no newer syntax here. It always ends by process.exit: with --v8-pool-size=0 an old Node would not
// end by itself.
'use strict';
const childProcess = require('child_process');
const fs = require('fs');
const net = require('net');
const os = require('os');
const path = require('path');
const url = require('url');
const fitting = require('./fitting-node.cjs');

/** Set for the process that an older Node starts. */
const STARTED_BY_OLDER = 'TOUCHSTONE_STARTED_BY_OLDER_NODE';
/** A pipe without data: its end signals that the process at the other end has exited. */
const LIFELINE = 3;
const FORWARDED = ['SIGTERM', 'SIGINT', 'SIGHUP'];
/** Everything else needs the tools of the specs too. */
const NEEDS_ONLY_START = ['touchstone.mjs', 'main.js'];

/** For glibc: returns freed memory to the system, as in the image. A process cannot set them for itself. */
const ALLOCATOR = { MALLOC_MMAP_THRESHOLD_: '1000000', MALLOC_TRIM_THRESHOLD_: '4000000' };
/** What shells add to the number of a signal. */
const KILLED = 128;

/** Ends this process as a signal does when its parent has exited, even by SIGKILL. */
function endWithStarter() {
  const lifeline = new net.Socket({ fd: LIFELINE });
  lifeline.on('error', () => undefined);
  lifeline.on('close', () => process.kill(process.pid, 'SIGTERM'));
  lifeline.resume();
  lifeline.unref();
}

/** Programs that the script starts by name are those of the running Node, also where another one is first in PATH. */
function putFirstInPath(bin) {
  const name = Object.keys(process.env).find((each) => each.toUpperCase() === 'PATH') || 'PATH';
  process.env[name] = bin + path.delimiter + (process.env[name] || '');
}

function isFirstInPath() {
  const program = process.platform === 'win32' ? 'node.exe' : 'node';
  const folders = (process.env.PATH || '').split(path.delimiter);
  const first = folders.map((folder) => path.join(folder, program)).find((file) => fs.existsSync(file));
  return first !== undefined && fs.realpathSync(first) === fs.realpathSync(process.execPath);
}

/** The environment of the process that runs a script: of the server, or of another program. */
function environmentOf(script) {
  const name = path.basename(script);
  const isServer = name === 'main.js' || (name === 'touchstone.mjs' && process.argv[3] === 'start');
  return isServer ? Object.assign({}, ALLOCATOR, process.env) : process.env;
}

/** Becomes a process with the allocator's settings where it lacks them and this Node can (22.15, 23.11): same number, same terminal. */
function becomeServer(script) {
  const environment = environmentOf(script);
  const isSet = Object.keys(environment).every((name) => process.env[name] !== undefined);
  if (isSet || process.platform !== 'linux' || typeof process.execve !== 'function') return;
  process.execve(
    process.execPath,
    [process.execPath].concat(process.execArgv, __filename, process.argv.slice(2)),
    environment,
  );
}

function runHere(script) {
  if (!isFirstInPath()) putFirstInPath(path.dirname(process.execPath));
  if (process.env[STARTED_BY_OLDER] !== undefined) {
    delete process.env[STARTED_BY_OLDER];
    endWithStarter();
  }
  // The script reads its arguments as if it had been started itself.
  process.argv.splice(1, 2, script);
  const load = (file) => import(url.pathToFileURL(file).href);
  // Before the script is read: it may import packages.
  load(path.join(__dirname, 'install.mjs'))
    .then(({ install }) => install(NEEDS_ONLY_START.includes(path.basename(script)) ? 'start' : 'all'))
    .then(() => load(script))
    .catch((error) => {
      console.error(error);
      process.exit(1);
    });
}

function runWith(bin, script) {
  putFirstInPath(bin);
  const environment = Object.assign({}, environmentOf(script), { [STARTED_BY_OLDER]: '1' });
  // The npm that started this one belongs to the older Node.
  delete environment.npm_execpath;
  delete environment.npm_node_execpath;
  const program = fitting.programIn(bin);
  const child = childProcess.spawn(program, process.execArgv.concat([__filename, script], process.argv.slice(3)), {
    stdio: ['inherit', 'inherit', 'inherit', 'pipe'],
    env: environment,
  });
  for (const signal of FORWARDED) {
    process.on(signal, () => {
      // A terminal sends Ctrl-C to both: a second signal would interrupt the graceful shutdown.
      if (signal !== 'SIGINT' || process.stdin.isTTY !== true) child.kill(signal);
    });
  }
  child.on('error', (error) => {
    console.error(program + ' does not start: ' + error.message);
    process.exit(1);
  });
  child.on('exit', (code, signal) => {
    process.exit(signal === null ? code : KILLED + (os.constants.signals[signal] || 0));
  });
}

const script = path.resolve(__dirname, process.argv[2]);
const found = fitting.fittingNode(undefined, (line) => console.error(line));
if (found.bin === undefined) {
  console.error(fitting.adviceWithout(undefined, found.reason));
  process.exit(1);
} else if (found.isOwn) {
  becomeServer(script);
  runHere(script);
} else runWith(found.bin, script);
