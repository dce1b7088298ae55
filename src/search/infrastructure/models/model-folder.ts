import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ConfigurationError } from '../../../config/environment.js';
import type { ModelFiles, ModelKind, Pooling } from './model-task.js';
import { fieldOf } from './model-peer.js';

/** Multilingual, 118 million parameters of which 21 million compute, 384 dimensions, 470 MB. */
export const DEFAULT_EMBEDDING_MODEL = 'intfloat/multilingual-e5-small';
/**
 * Multilingual, of the same size as the embedding: larger rerankers do not score 50 passages within a search on two
 * cores.
 */
export const DEFAULT_RERANKER_MODEL = 'cross-encoder/mmarco-mMiniLMv2-L12-H384-v1';

const QUANTIZED = 'onnx/model_quantized.onnx';
const FULL = 'onnx/model.onnx';
/** `owner/name`; any other value is a path. A model's name never leads out of the folder of models. */
const MODEL_ID = /^[A-Za-z0-9][\w.-]*\/[A-Za-z0-9][\w.-]*$/u;

const SETTING: Readonly<Record<ModelKind, string>> = {
  embedding: 'EMBEDDING_MODEL',
  'cross-encoder': 'RERANKER_MODEL',
};

export interface ModelLocation {
  /** The value of EMBEDDING_MODEL or RERANKER_MODEL: a folder, or a name such as `intfloat/multilingual-e5-small`. */
  readonly model: string;
  readonly dataDir: string;
}

/** The folder of a model: an existing folder unchanged, a name below `DATA_DIR/models`. */
export function modelFolder({ model, dataDir }: ModelLocation): string {
  if (MODEL_ID.test(model) && !existsSync(path.join(path.resolve(model), 'config.json')))
    return path.resolve(dataDir, 'models', ...model.split('/'));
  return path.resolve(model);
}

/**
 * Finds a model's files. Nothing is downloaded here: a server should not fetch half a gigabyte at its start.
 * @throws ConfigurationError with one line that names the setting, what is missing where, and the command that helps
 */
export function findModel(kind: ModelKind, location: ModelLocation): ModelFiles {
  const folder = modelFolder(location);
  const has = (name: string) => existsSync(path.join(folder, name));
  const quantized = has(QUANTIZED);
  const weights = quantized ? QUANTIZED : FULL;
  const missing = ['config.json', 'tokenizer.json', 'tokenizer_config.json', weights].filter((name) => !has(name));
  if (missing.length > 0) {
    throw new ConfigurationError([
      `${SETTING[kind]}: ${location.model} is not complete in ${folder} (missing: ${missing.join(', ')}); ` +
        'run "npx touchstone models" once, or give the path of a folder that holds them',
    ]);
  }
  return { kind, folder, quantized, externalData: has(`${weights}_data`), pooling: poolingOf(kind, folder) };
}

/** Which weights are used, relative to the folder. */
export function weightsOf(files: ModelFiles): readonly string[] {
  const weights = files.quantized ? QUANTIZED : FULL;
  return files.externalData ? [weights, `${weights}_data`] : [weights];
}

/**
 * Models published with sentence-transformers' description specify the pooling; the others are trained with the mean.
 */
function poolingOf(kind: ModelKind, folder: string): Pooling {
  const file = path.join(folder, '1_Pooling', 'config.json');
  if (kind !== 'embedding' || !existsSync(file)) return 'mean';
  const config: unknown = JSON.parse(readFileSync(file, 'utf8'));
  const says = (key: string) => fieldOf(config, key) === true;
  if (says('pooling_mode_cls_token')) return 'cls';
  if (says('pooling_mode_mean_tokens')) return 'mean';
  throw new ConfigurationError([
    `${SETTING[kind]}: ${file} asks for a pooling other than mean and cls; use another model`,
  ]);
}
