import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describeWithPeer } from '../../../../../test/support/describe-with-peer.js';
import { crossEncoderModel, embeddingModel } from '../../../../../test/support/tiny-onnx.js';
import { oneHotTable, TinyModel, TOKENS, writeTinyModel } from '../../../../../test/support/tiny-model.js';
import { ConfigurationError } from '../../../../config/environment.js';
import { EmbeddingUnavailableError } from '../../domain/embedder.js';
import { LocalEmbedder } from './local-embedder.js';

const QUERY = { purpose: 'query' } as const;
const PASSAGE = { purpose: 'passage' } as const;

/** Unit vector of the mean of these tokens' one-hot vectors. */
function meanOf(...tokens: string[]): number[] {
  const counts = TOKENS.map((token) => tokens.filter((each) => each === token).length);
  const norm = Math.hypot(...counts);
  return counts.map((count) => count / norm);
}

function expectVector(vector: Float32Array | undefined, expected: readonly number[]): void {
  expect(Array.from(vector ?? [], (x) => Math.round(x * 1e5) / 1e5)).toEqual(
    expected.map((x) => Math.round(x * 1e5) / 1e5),
  );
}

describeWithPeer('LocalEmbedder', () => {
  let dataDir: string;
  const opened: LocalEmbedder[] = [];
  beforeEach(() => {
    dataDir = mkdtempSync(path.join(tmpdir(), 'touchstone-models-'));
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((embedder) => embedder.onApplicationShutdown()));
    rmSync(dataDir, { recursive: true, force: true });
  });

  function write(name: string, more: Partial<TinyModel> = {}): string {
    const folder = path.join(dataDir, 'models', name);
    writeTinyModel(folder, { weights: embeddingModel(oneHotTable()), ...more });
    return folder;
  }
  async function open(model: string, timeoutMs = 20_000): Promise<LocalEmbedder> {
    const embedder = await LocalEmbedder.open({ model, dataDir, timeoutMs });
    opened.push(embedder);
    return embedder;
  }
  const refusal = async (model: string): Promise<string> => {
    const error: unknown = await open(model).catch((e: unknown) => e);
    expect(error).toBeInstanceOf(ConfigurationError);
    expect((error as ConfigurationError).lines).toHaveLength(1);
    return (error as ConfigurationError).lines[0] ?? '';
  };

  it('gives the normalised mean of the tokens, with the width of the model', async () => {
    write('tiny/plain');
    const embedder = await open('tiny/plain');
    expect(embedder.dimensions).toBe(TOKENS.length);
    const [vector] = await embedder.embed(['kiln fires hot hot'], PASSAGE);
    expectVector(vector, meanOf('[CLS]', 'kiln', 'fires', 'hot', 'hot', '[SEP]'));
  });

  it('adds the prefix of a text’s purpose for a model of the e5 family, and for no other', async () => {
    write('tiny/multilingual-e5-small');
    const embedder = await open('tiny/multilingual-e5-small');
    expectVector((await embedder.embed(['kiln'], QUERY))[0], meanOf('[CLS]', 'query', ':', 'kiln', '[SEP]'));
    expectVector((await embedder.embed(['kiln'], PASSAGE))[0], meanOf('[CLS]', 'passage', ':', 'kiln', '[SEP]'));
  });

  it('returns for each text the vector that it has alone, with any other texts in any number', async () => {
    write('tiny/plain');
    const embedder = await open('tiny/plain');
    const words = ['kiln', 'fires', 'hot', 'cold', '가마', '굽는다'];
    const texts = Array.from({ length: 30 }, (_, i) =>
      Array.from({ length: 1 + ((i * 7) % 12) }, (_, j) => words[(i + j) % words.length]).join(' '),
    );
    const together = await embedder.embed(texts, PASSAGE);
    expect(together).toHaveLength(30);
    texts.forEach((text, i) => expectVector(together[i], meanOf('[CLS]', ...text.split(' '), '[SEP]')));
  });

  it('cuts a text that is too long for the model and keeps the token that ends it', async () => {
    write('tiny/plain', { maxTokens: 6 });
    const embedder = await open('tiny/plain');
    const [vector] = await embedder.embed(['kiln fires hot cold cold cold cold'], PASSAGE);
    expectVector(vector, meanOf('[CLS]', 'kiln', 'fires', 'hot', 'cold', '[SEP]'));
  });

  it('accepts no text, an empty text and one of a million characters', async () => {
    write('tiny/plain');
    const embedder = await open('tiny/plain');
    expect(await embedder.embed([], PASSAGE)).toEqual([]);
    const [empty, long] = await embedder.embed(['', 'hot '.repeat(250_000)], PASSAGE);
    expectVector(empty, meanOf('[CLS]', '[SEP]'));
    expect(long).toHaveLength(TOKENS.length);
  });

  it('uses the first token’s vector if the model’s own description says so', async () => {
    write('tiny/cls', { pooling: { pooling_mode_cls_token: true, pooling_mode_mean_tokens: false } });
    expectVector((await (await open('tiny/cls')).embed(['kiln'], PASSAGE))[0], meanOf('[CLS]'));
  });

  it('loads a model from the path of a folder, and quantised weights if they exist', async () => {
    const folder = write('somewhere', { quantized: true });
    expect(existsSync(path.join(folder, 'onnx/model.onnx'))).toBe(false);
    const embedder = await open(folder);
    expectVector((await embedder.embed(['kiln'], PASSAGE))[0], meanOf('[CLS]', 'kiln', '[SEP]'));
  });

  it('is another model after its files changed, and the same one otherwise', async () => {
    write('tiny/plain');
    const first = (await open('tiny/plain')).model;
    expect(first).toMatch(/^local:tiny\/plain@[0-9a-f]{12}$/u);
    expect((await open('tiny/plain')).model).toBe(first);
    const reversed = oneHotTable().reverse();
    write('tiny/plain', { weights: embeddingModel(reversed) });
    expect((await open('tiny/plain')).model).not.toBe(first);
  });

  it('runs a question before waiting passages', async () => {
    write('tiny/plain');
    const embedder = await open('tiny/plain');
    const finished: string[] = [];
    const passages = embedder.embed(Array(4000).fill('kiln fires'), PASSAGE).then(() => finished.push('passages'));
    await embedder.embed(['hot'], QUERY).then(() => finished.push('question'));
    await passages;
    expect(finished).toEqual(['question', 'passages']);
  });

  it('cancels a question after its limit and continues to work', async () => {
    write('tiny/plain');
    const embedder = await open('tiny/plain', 1);
    const many = Array(2000).fill('kiln fires hot');
    const error: unknown = await embedder.embed(many, QUERY).catch((e: unknown) => e);
    expect(error).toBeInstanceOf(EmbeddingUnavailableError);
    expect((error as Error).message).toContain('longer than 1 ms');
    expect(await embedder.embed(['kiln'], PASSAGE)).toHaveLength(1);
  });

  it('stops for a caller who aborts', async () => {
    write('tiny/plain');
    const embedder = await open('tiny/plain');
    const caller = new AbortController();
    const running = embedder.embed(Array(5000).fill('kiln'), { ...PASSAGE, signal: caller.signal });
    setTimeout(() => caller.abort(), 5);
    await expect(running).rejects.toThrow('cancelled');
    expect(await embedder.embed(['kiln'], QUERY)).toHaveLength(1);
  });

  it('reports in one line which model is missing where, and what to run', async () => {
    expect(await refusal('tiny/absent')).toMatch(
      /^EMBEDDING_MODEL: tiny\/absent is not complete in .*models.tiny.absent \(missing: config\.json, .*npx touchstone models/u,
    );
  });

  it('reports in one line that the weights are broken or of another kind', async () => {
    writeFileSync(path.join(write('tiny/broken'), 'onnx/model.onnx'), 'not a model');
    expect(await refusal('tiny/broken')).toMatch(/^EMBEDDING_MODEL: tiny\/broken cannot be used: /u);
    write('tiny/reranker', { weights: crossEncoderModel(TOKENS.map(() => [1])) });
    expect(await refusal('tiny/reranker')).toMatch(/cannot be used: .*of another kind/u);
  });

  it('rejects a vector without a direction', async () => {
    write('tiny/zero', { weights: embeddingModel(TOKENS.map(() => TOKENS.map(() => 0))) });
    expect(await refusal('tiny/zero')).toMatch(/not finite or zero/u);
  });
});
