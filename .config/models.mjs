// `touchstone models`: what EMBEDDING_PROVIDER=local and RERANKER=local need and the default install leaves out.
//   touchstone models                   the package, and the models that the settings ask for (both where they ask for none)
//   touchstone models embedding         the package and this model only (or: reranker)
//   touchstone models --quantized       weights of 8 bits: about a quarter of the size, less exact
//   touchstone models embedding --use   the same, and from then on `touchstone start` uses it unless EMBEDDING_PROVIDER is set
//   touchstone models --package-only, --models-only
// EMBEDDING_MODEL, RERANKER_MODEL and DATA_DIR are read from the environment and .env; HF_ENDPOINT names a mirror of the hub.
import { spawnSync } from 'node:child_process';
import { createWriteStream, existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CHOICE, dataDirOf } from './offer-model.mjs';

const root = path.join(import.meta.dirname, '..');
const isCheckout = existsSync(path.join(import.meta.dirname, 'prepare.mjs'));
/** Where packages are installed: the checkout, otherwise the folder whose node_modules holds this package. */
const project = isCheckout ? root : path.join(root, '..', '..');
const OWN_NAME = isCheckout ? 'npm run models --' : 'npx touchstone models';
const PEER = '@huggingface/transformers';
const HUB = process.env.HF_ENDPOINT ?? 'https://huggingface.co';
/** The same as in src/search/infrastructure/models/model-folder.ts. */
const MODEL_ID = /^[A-Za-z0-9][\w.-]*\/[A-Za-z0-9][\w.-]*$/u;
const MODELS = {
  embedding: {
    setting: 'EMBEDDING_MODEL',
    fallback: 'intfloat/multilingual-e5-small',
    wanted: () => process.env.EMBEDDING_PROVIDER === 'local',
  },
  reranker: {
    setting: 'RERANKER_MODEL',
    fallback: 'cross-encoder/mmarco-mMiniLMv2-L12-H384-v1',
    wanted: () => process.env.RERANKER === 'local',
  },
};
const FLAGS = ['--use', '--quantized', '--package-only', '--models-only'];
const MB = 1_000_000;

function fail(...lines) {
  for (const line of lines) console.error(line);
  process.exit(1);
}

function readArguments() {
  const given = process.argv.slice(2);
  const unknown = given.find((each) => !FLAGS.includes(each) && !(each in MODELS));
  if (unknown !== undefined) fail(`${unknown} is not known; takes ${[...Object.keys(MODELS), ...FLAGS].join(', ')}.`);
  const named = given.filter((each) => each in MODELS);
  const wanted = Object.keys(MODELS).filter((each) => MODELS[each].wanted());
  const models = named.length > 0 ? named : wanted.length > 0 ? wanted : Object.keys(MODELS);
  return { models, has: (flag) => given.includes(flag) };
}

function installPackage() {
  const version = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')).peerDependencies[PEER];
  const installed = path.join(project, 'node_modules', ...PEER.split('/'), 'package.json');
  if (existsSync(installed) && JSON.parse(readFileSync(installed, 'utf8')).version === version) {
    console.log(`${PEER} ${version} is installed.`);
    return;
  }
  console.log(`Installing ${PEER} ${version} (about 470 MB on disk) …`);
  // --save-prod: npm treats an absent optional peer as satisfied, even if the command names it.
  const options = ['--no-save', '--save-prod', '--no-audit', '--no-fund', '--loglevel=error'];
  // Keeps the present installation: without the tools of the specs if `npm start` installed it.
  if (isCheckout && !existsSync(path.join(root, 'node_modules', 'jest'))) options.push('--workspaces=false');
  // Only the folder of global packages has no manifest.
  if (!existsSync(path.join(project, 'package.json'))) options.splice(0, options.length, '--global');
  const result = spawnSync('npm', ['install', ...options, `${PEER}@${version}`], {
    cwd: project,
    stdio: 'inherit',
    shell: process.platform === 'win32',
    // The runtime's install script only fetches libraries for NVIDIA cards; npm 10 does not know allowScripts, which says so too.
    env: { ...process.env, ONNXRUNTIME_NODE_INSTALL: 'skip' },
  });
  if (result.status !== 0) {
    fail(
      'The package could not be installed; the lines above say why. Without a network, run on a machine with the same',
      `system: npm install ${options.join(' ')} ${PEER}@${version}, and copy its node_modules here.`,
    );
  }
  const trial = spawnSync(process.execPath, ['--input-type=module', '--eval', `await import('${PEER}')`], {
    cwd: root,
  });
  if (trial.status !== 0) fail(`${PEER} does not load on this system:`, String(trial.stderr).trim());
}

/** Weights are last: a folder without them does not count as a model. */
function filesOf(isQuantized) {
  const weights = isQuantized ? 'onnx/model_quantized.onnx' : 'onnx/model.onnx';
  return [
    { name: 'config.json', optional: false },
    { name: 'tokenizer.json', optional: false },
    { name: 'tokenizer_config.json', optional: false },
    { name: '1_Pooling/config.json', optional: true },
    { name: `${weights}_data`, optional: true },
    { name: weights, optional: false },
  ];
}

/** Writes to a temporary file and renames it when it is complete; the next run overwrites it. @returns false if the hub has no such file */
async function download(url, target) {
  const response = await fetch(url);
  if (response.status === 404) return false;
  if (!response.ok || response.body === null) throw new Error(`the hub answered with status ${response.status}`);
  mkdirSync(path.dirname(target), { recursive: true });
  const part = `${target}.part`;
  await pipeline(Readable.fromWeb(response.body), createWriteStream(part));
  const expected = Number(response.headers.get('content-length') ?? 0);
  const isPlain = response.headers.get('content-encoding') === null;
  if (isPlain && expected > 0 && statSync(part).size !== expected) throw new Error('the file arrived cut short');
  renameSync(part, target);
  return true;
}

function reasonOf(error) {
  return error.cause?.message || error.cause?.code || error.message;
}

async function fetchModel(kind, isQuantized) {
  const { setting, fallback } = MODELS[kind];
  const model = process.env[setting] || fallback;
  if (!MODEL_ID.test(model) || existsSync(path.resolve(model, 'config.json'))) {
    console.log(`${setting}: ${model} is a folder; nothing is downloaded.`);
    return;
  }
  const folder = path.resolve(process.env.DATA_DIR || 'data', 'models', ...model.split('/'));
  const files = filesOf(isQuantized);
  if (existsSync(path.join(folder, files.at(-1).name))) {
    console.log(`${model} is in ${folder}.`);
    return;
  }
  console.log(`Downloading ${model} …`);
  for (const { name, optional } of files) {
    const target = path.join(folder, name);
    if (existsSync(target)) continue;
    const found = await download(`${HUB}/${model}/resolve/main/${name}`, target).catch((error) =>
      fail(
        `${model}: ${name} could not be downloaded: ${reasonOf(error)}.`,
        `Without a network, put these files of ${HUB}/${model} into ${folder}:`,
        ...files.map((file) => `  ${file.name}${file.optional ? ' (if any)' : ''}`),
        `or set ${setting} to a folder that holds them.`,
      ),
    );
    if (found) console.log(`  ${name} (${(statSync(target).size / MB).toFixed(1)} MB)`);
    else if (!optional)
      fail(
        `${model} has no ${name}; take another model by ${setting}${isQuantized ? ', or leave --quantized out' : ''}.`,
      );
  }
  console.log(`${model} is in ${folder}.`);
}

if (isCheckout) process.chdir(root);
// A missing file has no settings.
if (existsSync('.env')) process.loadEnvFile('.env');
const { models, has } = readArguments();
if (!has('--models-only')) installPackage();
if (!has('--package-only')) for (const model of models) await fetchModel(model, has('--quantized'));
if (has('--use')) {
  if (!models.includes('embedding')) fail(`--use is for the embedding: ${OWN_NAME} embedding --use.`);
  const file = path.join(dataDirOf(process.env), CHOICE);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, 'local\n');
  console.log(
    `"${isCheckout ? 'npm start' : 'touchstone start'}" takes it from now on; EMBEDDING_PROVIDER=builtin, or removing ${file}, takes the built-in embedding again.`,
  );
}
