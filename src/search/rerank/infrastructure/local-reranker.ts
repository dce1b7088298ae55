import type { OnApplicationShutdown } from '@nestjs/common';
import { ConfigurationError } from '../../../config/environment.js';
import { StoppedError, raceAbort, withinLimit } from '../../../shared/infrastructure/with-timeout.js';
import { logistic, Reranker, type RerankOptions, RerankerUnavailableError } from '../domain/reranker.js';
import { DEFAULT_RERANKER_MODEL, findModel } from '../../infrastructure/models/model-folder.js';
import { requirePeer, messageOf } from '../../infrastructure/models/model-peer.js';
import { ModelThread } from '../../infrastructure/models/model-thread.js';
import { batchesOf, cutText } from '../../infrastructure/models/text-batches.js';

export interface LocalRerankerSettings {
  /** A folder, or a name such as `cross-encoder/mmarco-mMiniLMv2-L12-H384-v1`, which is the default. */
  readonly model: string | undefined;
  readonly dataDir: string;
}

/** Small batches: only those that finish in time count, and the next request waits for the running one. */
const LIMITS = { texts: 4, paddedLength: 1_500 };
const MAX_PASSAGE = 8_000;
/** Question and passage share 512 tokens; a longer question would leave no room for the passage. */
const MAX_QUESTION = 400;

/**
 * Scores of an ONNX cross-encoder on this machine, in a worker thread; requires the optional peer and the model's
 * files.
 */
export class LocalReranker extends Reranker implements OnApplicationShutdown {
  private constructor(
    readonly name: string,
    private readonly thread: ModelThread,
  ) {
    super();
  }

  /**
   * Loads the model and tests it.
   * @throws ConfigurationError with one line if the package or the model is missing or unsuitable
   */
  static async open(settings: LocalRerankerSettings): Promise<LocalReranker> {
    requirePeer('RERANKER');
    const model = settings.model ?? DEFAULT_RERANKER_MODEL;
    const thread = new ModelThread(findModel('cross-encoder', { model, dataDir: settings.dataDir }));
    try {
      await thread.run({ texts: ['text'], question: 'text' }, { urgent: true, signal: undefined });
      return new LocalReranker(`local:${model}`, thread);
    } catch (error) {
      await thread.close();
      throw new ConfigurationError([`RERANKER_MODEL: ${model} cannot be used: ${messageOf(error)}`]);
    }
  }

  async rerank(
    query: string,
    passages: readonly string[],
    options: RerankOptions,
  ): Promise<readonly (number | undefined)[]> {
    const scores = passages.map((): number | undefined => undefined);
    try {
      await withinLimit(options.timeoutMs, options.signal, (stop) =>
        raceAbort(stop, this.scoreAll(cutText(query, MAX_QUESTION), passages, scores, stop)),
      );
    } catch (error) {
      // A timeout shows in the missing scores.
      if (options.signal?.aborted === true) throw new RerankerUnavailableError('the request was cancelled');
      if (!(error instanceof StoppedError)) throw new RerankerUnavailableError(messageOf(error));
    }
    if (passages.length > 0 && scores.every((score) => score === undefined))
      throw new RerankerUnavailableError(`not one passage was scored within ${options.timeoutMs} ms`);
    // A batch that is still running writes its scores later; the answer must not change then.
    return [...scores];
  }

  async onApplicationShutdown(): Promise<void> {
    await this.thread.close();
  }

  private async scoreAll(
    question: string,
    passages: readonly string[],
    scores: (number | undefined)[],
    signal: AbortSignal,
  ): Promise<void> {
    const texts = passages.map((passage) => cutText(passage, MAX_PASSAGE));
    for (const batch of batchesOf(texts, LIMITS, 'as-given')) {
      const task = { texts: batch.map((index) => texts[index] ?? ''), question };
      const rows = await this.thread.run(task, { urgent: false, signal });
      batch.forEach((index, position) => {
        const score = rows[position]?.[0];
        if (score !== undefined) scores[index] = logistic(score);
      });
    }
  }
}
