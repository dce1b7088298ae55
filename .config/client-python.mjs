// The Python client: made by the generator openapi-python-client of PyPI, in a virtual environment of its own (.cache/python-client).
// Nothing of it is part of the program.
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const GENERATOR = 'openapi-python-client==0.29.1';
/** What the generated client needs. */
const LEAST = [3, 11];
const SETTINGS = { package_name_override: 'touchstone_client', project_name_override: 'touchstone-client' };
const root = path.join(import.meta.dirname, '..');
const environment = path.join(root, '.cache', 'python-client');
const programs = path.join(environment, process.platform === 'win32' ? 'Scripts' : 'bin');

/** The first Python of this machine that is new enough: that of the variable PYTHON, `python3` or `python`. */
export function findPython() {
  const isFit = `import sys, venv, ensurepip; sys.exit(sys.version_info < (${LEAST.join(', ')}))`;
  const names = process.env.PYTHON === undefined ? ['python3', 'python'] : [process.env.PYTHON];
  return names.find((name) => spawnSync(name, ['-c', isFit], { stdio: 'ignore' }).status === 0);
}

/** Runs a program; ends this script with its last lines if it fails. */
function run(what, command, args) {
  const env = { ...process.env, PATH: `${programs}${path.delimiter}${process.env.PATH ?? ''}` };
  const { status, error, stdout, stderr } = spawnSync(command, args, {
    encoding: 'utf8',
    env,
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status === 0) return stdout;
  const said = error?.message ?? `${stdout}${stderr}`.trim().split('\n').slice(-5).join('\n');
  console.error(`Not made: ${what} failed.\n${said}`);
  process.exit(1);
}

function prepareGenerator(python) {
  const stamp = path.join(environment, GENERATOR);
  if (existsSync(stamp)) return;
  rmSync(environment, { recursive: true, force: true });
  run('making a virtual environment', python, ['-m', 'venv', environment]);
  const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', GENERATOR];
  run(`installing ${GENERATOR}`, path.join(programs, 'python'), pip);
  writeFileSync(stamp, '');
}

/**
 * Writes the package `touchstone_client` and an example into a folder. A new folder is a project that pip installs; in another one only the
 * package and the example are written.
 * @param {object} document the OpenAPI document @param {string} out the folder
 */
export function writePythonClient(document, out) {
  const python = findPython();
  if (python === undefined) {
    console.error(
      `Not made: no Python ${LEAST.join('.')} or newer with venv was found; install it, or name it in PYTHON.`,
    );
    process.exit(1);
  }
  prepareGenerator(python);
  const isNew = !existsSync(out) || existsSync(path.join(out, 'touchstone_client', 'py.typed'));
  const isProject = isNew && (!existsSync(out) || existsSync(path.join(out, 'pyproject.toml')));
  mkdirSync(out, { recursive: true });
  const folder = mkdtempSync(path.join(tmpdir(), 'touchstone-client-'));
  try {
    const [source, settings] = ['openapi.json', 'settings.json'].map((name) => path.join(folder, name));
    writeFileSync(source, JSON.stringify(document));
    writeFileSync(settings, JSON.stringify(SETTINGS));
    const place = isProject ? ['poetry', out] : ['none', path.join(out, 'touchstone_client')];
    const args = ['--path', source, '--config', settings, '--meta', place[0], '--output-path', place[1], '--overwrite'];
    const said = run('the generator', path.join(programs, 'openapi-python-client'), ['generate', ...args]);
    copyFileSync(path.join(import.meta.dirname, 'client', 'example.py'), path.join(out, 'example.py'));
    const without = [...said.matchAll(/^WARNING parsing (\S+ \S+) within .*Endpoint will not be generated/gmu)].map(
      ([, name]) => name,
    );
    const shown = path.relative(process.cwd(), out) || '.';
    console.log(`${Object.keys(document.paths).length} paths: ${shown}/touchstone_client, example.py`);
    if (without.length > 0)
      console.log(`Without a function, because the generator does not know their body: ${without.join(', ')}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
