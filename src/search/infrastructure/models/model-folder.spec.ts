import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { TinyModel, writeTinyModel } from '../../../../test/support/tiny-model.js';
import { ConfigurationError } from '../../../config/environment.js';
import { DEFAULT_EMBEDDING_MODEL, DEFAULT_RERANKER_MODEL, findModel, modelFolder } from './model-folder.js';
import { isInstalled, requirePeer } from './model-peer.js';
import { modelFingerprint } from '../../embedding/infrastructure/models/local-embedder.js';
import { projectRoot } from '../../../shared/infrastructure/configuration-folders.js';

describe('findModel', () => {
  let dataDir: string;
  beforeEach(() => {
    dataDir = mkdtempSync(path.join(tmpdir(), 'touchstone-models-'));
  });
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

  function write(more: Partial<TinyModel> = {}): void {
    writeTinyModel(path.join(dataDir, 'models/a/b'), { weights: Uint8Array.of(1, 2, 3), ...more });
  }
  const find = () => findModel('embedding', { model: 'a/b', dataDir });

  it('looks for a name below the data folder, and treats any other value as a path', () => {
    expect(modelFolder({ model: 'intfloat/multilingual-e5-small', dataDir })).toBe(
      path.join(dataDir, 'models/intfloat/multilingual-e5-small'),
    );
    expect(modelFolder({ model: '/srv/models/e5', dataDir })).toBe(path.resolve('/srv/models/e5'));
    expect(modelFolder({ model: './e5', dataDir })).toBe(path.resolve('e5'));
    expect(modelFolder({ model: '../x/y', dataDir })).toBe(path.resolve('../x/y'));
    expect(modelFolder({ model: 'a/b/c', dataDir })).toBe(path.resolve('a/b/c'));
  });

  it.each(['../..', '../x', 'x/..', './x', '.a/b', 'a/.b', '..\\x/y'])(
    'does not leave the data folder with %s',
    (model) => {
      expect(modelFolder({ model, dataDir })).not.toContain(path.join(dataDir, 'models'));
    },
  );

  it('prefers quantised weights and sees a second file of weights', () => {
    write();
    expect(find()).toMatchObject({ quantized: false, externalData: false, pooling: 'mean' });
    writeFileSync(path.join(dataDir, 'models/a/b/onnx/model.onnx_data'), 'x');
    expect(find()).toMatchObject({ quantized: false, externalData: true });
    write({ quantized: true });
    expect(find()).toMatchObject({ quantized: true, externalData: false });
  });

  it('reads the pooling of the model, and rejects an unsupported one', () => {
    write({ pooling: { pooling_mode_mean_tokens: true } });
    expect(find().pooling).toBe('mean');
    write({ pooling: { pooling_mode_cls_token: true } });
    expect(find().pooling).toBe('cls');
    write({ pooling: { pooling_mode_max_tokens: true } });
    expect(find).toThrow(/^EMBEDDING_MODEL: .*pooling other than mean and cls/u);
  });

  it('names every file that is missing', () => {
    mkdirSync(path.join(dataDir, 'models/a/b'), { recursive: true });
    writeFileSync(path.join(dataDir, 'models/a/b/config.json'), '{}');
    expect(find).toThrow(ConfigurationError);
    expect(find).toThrow('(missing: tokenizer.json, tokenizer_config.json, onnx/model.onnx)');
  });

  it('returns a fingerprint that depends on the weights, the tokenizer and the pooling', async () => {
    const prints = new Set<string>();
    const add = async () => prints.add(await modelFingerprint(find()));
    write();
    await add();
    await add();
    expect(prints.size).toBe(1);
    write({ weights: Uint8Array.of(1, 2, 4) });
    await add();
    write({ maxTokens: 8 });
    await add();
    write({ pooling: { pooling_mode_cls_token: true } });
    await add();
    expect(prints.size).toBe(4);
  });
});

describe('requirePeer', () => {
  it('reports in one line which setting needs which package, and what to run', () => {
    expect(isInstalled('piscina')).toBe(true);
    expect(() => requirePeer('RERANKER', 'piscina')).not.toThrow();
    expect(() => requirePeer('RERANKER', '@touchstone/no-such-package')).toThrow(
      new ConfigurationError([
        'RERANKER: local needs the package @touchstone/no-such-package; run "npx touchstone models" once',
      ]),
    );
  });
});

describe('the script that downloads models', () => {
  it('has the same defaults', () => {
    const script = readFileSync(path.join(projectRoot(), '.config/models.mjs'), 'utf8');
    expect(script).toContain(`'${DEFAULT_EMBEDDING_MODEL}'`);
    expect(script).toContain(`'${DEFAULT_RERANKER_MODEL}'`);
  });
});
