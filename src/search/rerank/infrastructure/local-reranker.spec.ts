import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describeWithPeer } from '../../../../test/support/describe-with-peer.js';
import { crossEncoderModel } from '../../../../test/support/tiny-onnx.js';
import { TinyModel, TOKENS, tokenWeights, writeTinyModel } from '../../../../test/support/tiny-model.js';
import { ConfigurationError } from '../../../config/environment.js';
import { logistic, RerankerUnavailableError } from '../domain/reranker.js';
import { LocalReranker } from './local-reranker.js';

const WEIGHTS = tokenWeights({ kiln: 1, hot: 2, cold: -3 });
/** Side of the matrix that makes a batch take a good part of a second. */
const SLOW = 1600;
/** Number of passages for which there is no time: many more batches than fit into it. */
const COUNT = 2000;

describeWithPeer('LocalReranker', () => {
  let dataDir: string;
  const opened: LocalReranker[] = [];
  beforeEach(() => {
    dataDir = mkdtempSync(path.join(tmpdir(), 'touchstone-models-'));
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((reranker) => reranker.onApplicationShutdown()));
    rmSync(dataDir, { recursive: true, force: true });
  });

  async function open(more: Partial<TinyModel> = {}): Promise<LocalReranker> {
    writeTinyModel(path.join(dataDir, 'models/tiny/cross'), { weights: crossEncoderModel(WEIGHTS), ...more });
    const reranker = await LocalReranker.open({ model: 'tiny/cross', dataDir });
    opened.push(reranker);
    return reranker;
  }

  it('returns for each passage the logistic of its score, in the order of the passages', async () => {
    const reranker = await open();
    expect(reranker.name).toBe('local:tiny/cross');
    const passages = ['hot', 'cold cold', 'kiln kiln hot', 'fires', 'hot hot', ''];
    const scores = await reranker.rerank('fires', passages, { timeoutMs: 20_000 });
    const expected = [2, -6, 4, 0, 4, 0].map(logistic);
    scores.forEach((score, i) => expect(score).toBeCloseTo(expected[i]!, 5));
    expect(scores).toHaveLength(passages.length);
  });

  it('reads the question together with each passage', async () => {
    const reranker = await open();
    const [alone] = await reranker.rerank('fires', ['hot'], { timeoutMs: 20_000 });
    const [withKiln] = await reranker.rerank('kiln', ['hot'], { timeoutMs: 20_000 });
    expect(alone).toBeCloseTo(logistic(2), 5);
    expect(withKiln).toBeCloseTo(logistic(3), 5);
  });

  it('accepts no passages, and passages and questions of any length', async () => {
    const reranker = await open();
    expect(await reranker.rerank('kiln', [], { timeoutMs: 20_000 })).toEqual([]);
    const scores = await reranker.rerank('kiln '.repeat(2000), ['hot '.repeat(100_000)], { timeoutMs: 20_000 });
    expect(scores).toHaveLength(1);
    expect(scores[0]).toBeGreaterThan(0.5);
  });

  it('scores the first passages if there is no time for all, and returns without the others', async () => {
    const reranker = await open({ weights: crossEncoderModel(WEIGHTS, SLOW) });
    const warm = performance.now();
    await reranker.rerank('kiln', ['hot'], { timeoutMs: 60_000 });
    const batchMs = performance.now() - warm;
    // A machine may become several times faster or slower after the first batch: there is time for some of the batches, never for all.
    const passages = Array<string>(COUNT).fill('hot');
    let timeoutMs = Math.ceil(batchMs * 8);
    let scores = await reranker.rerank('kiln', passages, { timeoutMs });
    while (scores.every((score) => score === undefined)) {
      timeoutMs *= 2;
      scores = await reranker.rerank('kiln', passages, { timeoutMs });
    }
    const done = scores.filter((score) => score !== undefined).length;
    expect(done).toBeGreaterThan(0);
    expect(done).toBeLessThan(COUNT);
    expect(scores.slice(0, done)).not.toContain(undefined);
    expect(scores.slice(done)).toEqual(Array(COUNT - done).fill(undefined));
    const before = [...scores];
    await new Promise((resolve) => setTimeout(resolve, batchMs * 3));
    expect(scores).toEqual(before);
  });

  it('is unavailable if no passage was scored in time, or the request was cancelled', async () => {
    const reranker = await open({ weights: crossEncoderModel(WEIGHTS, SLOW) });
    await expect(reranker.rerank('kiln', ['hot'], { timeoutMs: 1 })).rejects.toThrow(RerankerUnavailableError);
    await expect(reranker.rerank('kiln', ['hot'], { timeoutMs: 1 })).rejects.toThrow('not one passage');
    const caller = new AbortController();
    const running = reranker.rerank('kiln', Array<string>(40).fill('hot'), {
      timeoutMs: 60_000,
      signal: caller.signal,
    });
    setTimeout(() => caller.abort(), 10);
    await expect(running).rejects.toThrow('cancelled');
    expect(await reranker.rerank('kiln', ['hot'], { timeoutMs: 60_000 })).toHaveLength(1);
  });

  it('rejects at the start, in one line, a model that is missing or has several classes', async () => {
    const lines = async (opening: Promise<LocalReranker>): Promise<readonly string[]> => {
      const error: unknown = await opening.catch((e: unknown) => e);
      expect(error).toBeInstanceOf(ConfigurationError);
      return (error as ConfigurationError).lines;
    };
    expect(await lines(LocalReranker.open({ model: undefined, dataDir }))).toEqual([
      expect.stringMatching(/^RERANKER_MODEL: cross-encoder\/.* is not complete in .*npx touchstone models/u),
    ]);
    expect(await lines(open({ weights: crossEncoderModel(TOKENS.map(() => [1, 2])) }))).toEqual([
      expect.stringMatching(/^RERANKER_MODEL: tiny\/cross cannot be used: .*several classes/u),
    ]);
  });
});
