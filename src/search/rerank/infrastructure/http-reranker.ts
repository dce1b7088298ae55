import { jsonRequest, OutgoingClient } from '../../../shared/infrastructure/outgoing/outgoing-client.js';
import { StoppedError, withinLimit } from '../../../shared/infrastructure/with-timeout.js';
import { logistic, Reranker, type RerankOptions, RerankerUnavailableError } from '../domain/reranker.js';
import { fieldOf, messageOf } from '../../infrastructure/models/model-peer.js';

/**
 * Reads the answer of a Jina- or Cohere-style `/rerank`: `{results: [{index, relevance_score}]}` in any order.
 * @returns each passage's score as given, or undefined if the server left the passage out
 * @throws Error that names the fault of the answer: no results, an index that was not requested or is duplicate, a
 * score that is not a number
 */
function rerankScores(answer: unknown, passages: number): readonly (number | undefined)[] {
  const results = fieldOf(answer, 'results');
  if (!Array.isArray(results) || results.length === 0) throw new Error('its answer has no results');
  const scores = Array.from({ length: passages }, (): number | undefined => undefined);
  for (const result of results) {
    const index = fieldOf(result, 'index');
    const score = fieldOf(result, 'relevance_score');
    if (typeof index !== 'number' || !Number.isInteger(index) || index < 0 || index >= passages)
      throw new Error('it scored a passage that it was not asked for');
    if (scores[index] !== undefined) throw new Error('it scored a passage twice');
    if (typeof score !== 'number' || !Number.isFinite(score)) throw new Error('it gave a score that is not a number');
    scores[index] = score;
  }
  return scores;
}

export interface HttpRerankerSettings {
  /** `/rerank` is added to it. */
  readonly baseUrl: string;
  readonly apiKey: string | undefined;
  /** Servers with one model do not require it. */
  readonly model: string | undefined;
}

/** A hundred passages with their scores take about 10 KB; some servers send the texts back. */
const MAX_ANSWER_BYTES = 8 * 1024 * 1024;

/** A server's `/rerank` in the style of Jina and Cohere; vLLM, Infinity and llama.cpp support it too. */
export class HttpReranker extends Reranker {
  readonly name: string;
  private readonly url: string;
  private readonly client = new OutgoingClient({ maxBytes: MAX_ANSWER_BYTES });
  /** Once a score was outside 0..1, the server returns raw scores, even if some are inside by chance. */
  private givesRawScores = false;

  constructor(private readonly settings: HttpRerankerSettings) {
    super();
    this.url = `${settings.baseUrl.replace(/(?<!\/)\/+$/u, '')}/rerank`;
    this.name = `http:${settings.model ?? new URL(settings.baseUrl).host}`;
  }

  /** A call succeeds or fails as a whole, so a late answer throws. One attempt: there is no time for another. */
  async rerank(
    query: string,
    passages: readonly string[],
    options: RerankOptions,
  ): Promise<readonly (number | undefined)[]> {
    if (passages.length === 0) return [];
    try {
      const answer = await withinLimit(options.timeoutMs, options.signal, (signal) =>
        this.ask(query, passages, signal),
      );
      const scores = rerankScores(answer, passages.length);
      this.givesRawScores ||= scores.some((score) => score !== undefined && (score < 0 || score > 1));
      return this.givesRawScores ? scores.map((score) => (score === undefined ? undefined : logistic(score))) : scores;
    } catch (error) {
      if (options.signal?.aborted === true) throw new RerankerUnavailableError('the request was cancelled');
      throw new RerankerUnavailableError(
        error instanceof StoppedError ? `it did not answer within ${options.timeoutMs} ms` : messageOf(error),
      );
    }
  }

  private async ask(query: string, documents: readonly string[], signal: AbortSignal): Promise<unknown> {
    const { model, apiKey } = this.settings;
    const body = { ...(model === undefined ? {} : { model }), query, documents, top_n: documents.length };
    try {
      const response = await this.client.fetch(this.url, jsonRequest(body, apiKey, signal));
      if (!response.ok) {
        await response.body?.cancel();
        throw new Error(`it answered with status ${response.status}`);
      }
      return await response.json();
    } catch (error) {
      if (signal.aborted) throw new StoppedError();
      throw error;
    }
  }
}
