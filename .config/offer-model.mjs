// The one question of a first start in a terminal: whether to download the embedding model (`touchstone models embedding --use`).
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline/promises';

const LIMIT_MS = 15_000;
/** Written by `touchstone models embedding --use`: the provider that `touchstone start` uses unless a setting names one. */
export const CHOICE = path.join('models', 'embedding-provider');

export function dataDirOf(env) {
  return path.resolve(env.DATA_DIR || 'data');
}

/** Whether to ask: a person at a terminal, no store yet, and no setting for the embedding. */
export function isOffered({ env, input, output }) {
  if (input.isTTY !== true || output.isTTY !== true) return false;
  if (env.CI || env.MODEL_OFFER === 'false' || env.EMBEDDING_PROVIDER) return false;
  if (env.DATABASE_URL || env.DATABASE_URL_FILE) return false;
  const folder = dataDirOf(env);
  return !existsSync(path.join(folder, 'documents.db')) && !existsSync(path.join(folder, CHOICE));
}

/** @returns whether the answer was yes; no answer in time, and the end of the input, are no */
export async function ask({ input, output, limitMs = LIMIT_MS }) {
  const lines = createInterface({ input, output });
  try {
    const answer = await lines.question(
      'Touchstone finds passages by words and by a small embedding that comes with it. A larger model (multilingual-e5-small) finds\n' +
        'more questions that use other words; it takes about 1 GB of disk and is downloaded now from huggingface.co and npm.\n' +
        `Download it? [y/N] (no answer within ${limitMs / 1000} s is no) `,
      { signal: AbortSignal.timeout(limitMs) },
    );
    return /^\s*(y|yes|예|네|ㅇ)\s*$/iu.test(answer);
  } catch {
    output.write('\n');
    return false;
  } finally {
    lines.close();
  }
}

function bringModel() {
  const script = path.join(import.meta.dirname, 'models.mjs');
  const { status } = spawnSync(process.execPath, [script, 'embedding', '--use'], { stdio: 'inherit' });
  if (status !== 0) console.log('Starting without it; "npx touchstone models embedding --use" tries again.');
}

/** Asks if the start is interactive, downloads the model if confirmed, and uses the provider that was chosen now or before. */
export async function chooseEmbedding({ env, input, output, bring = bringModel, limitMs }) {
  if (isOffered({ env, input, output }) && (await ask({ input, output, limitMs }))) bring();
  const file = path.join(dataDirOf(env), CHOICE);
  if (!env.EMBEDDING_PROVIDER && existsSync(file)) env.EMBEDDING_PROVIDER = readFileSync(file, 'utf8').trim();
}
