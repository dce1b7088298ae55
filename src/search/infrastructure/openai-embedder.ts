import OpenAI, { APIConnectionError, APIError, APIUserAbortError } from 'openai';
import { OutgoingClient } from '../../shared/infrastructure/outgoing/outgoing-client.js';
import { StoppedError } from '../../shared/infrastructure/within-limit.js';
import { Embedder, EmbeddingUnavailableError, type EmbedOptions } from '../domain/embedder.js';
import { messageOf } from './models/error-message.js';
import {
  retryAfterOf,
  retryWithinDeadline,
  type RetryPolicy,
} from '../../shared/infrastructure/retry-within-deadline.js';
import { batchesOf, cutText } from './models/text-batches.js';
import { unitVectors } from './models/unit-vectors.js';

export interface OpenAiEmbedderSettings {
  readonly apiKey: string | undefined;
  readonly baseUrl: string | undefined;
  readonly model: string;
  /** For a question. A batch of passages, which nobody waits for so closely, has ten times as long. */
  readonly timeoutMs: number;
  /** In 0..1, for the waits between attempts. */
  readonly random?: () => number;
}

/** Widths that the known models give by default; any other model is asked once. */
const KNOWN_DIMENSIONS: Readonly<Record<string, number>> = {
  'text-embedding-3-small': 1536,
  'text-embedding-3-large': 3072,
  'text-embedding-ada-002': 1536,
};
/** The API takes 2,048 texts and 300,000 tokens a call, but a short call fails and is repeated cheaply. */
const LIMITS = { texts: 64, paddedLength: 100_000 };
/** A text may have 8,192 tokens; Hangul takes about one a syllable, so that this leaves a wide margin. The end of a longer text is not embedded. */
const MAX_LENGTH = 5_000;
const PASSAGE_FACTOR = 10;
const ATTEMPTS = 4;
const FIRST_WAIT_MS = 200;
/** After a batch of passages failed, the next ones wait this long for the backlog instead of holding up each upload. */
const REST_MS = 5_000;

/** Embeddings of OpenAI or of any server that speaks its API. */
export class OpenAiEmbedder extends Embedder {
  readonly model: string;
  private width: number;
  private answered = false;
  private restUntil = 0;
  private readonly client: OpenAI;

  constructor(private readonly settings: OpenAiEmbedderSettings) {
    super();
    this.model = `openai:${settings.model}`;
    this.width = KNOWN_DIMENSIONS[settings.model] ?? 0;
    this.client = new OpenAI({
      // A server without keys still wants the header to be well formed.
      apiKey: settings.apiKey ?? 'none',
      ...(settings.baseUrl === undefined ? {} : { baseURL: settings.baseUrl }),
      timeout: settings.timeoutMs * PASSAGE_FACTOR,
      // Attempts are counted here, inside one deadline.
      maxRetries: 0,
      fetch: new OutgoingClient().fetch,
    });
  }

  /** What is known of the model, or 0, until its first answer; then the width of that, which does not change any more. */
  get dimensions(): number {
    return this.width;
  }

  async embed(texts: readonly string[], options: EmbedOptions): Promise<Float32Array[]> {
    const isPassage = options.purpose === 'passage';
    if (isPassage && performance.now() < this.restUntil)
      throw new EmbeddingUnavailableError('it has just failed; passages are embedded later');
    const cut = texts.map((text) => cutText(text, MAX_LENGTH));
    const policy = this.policy(isPassage);
    const vectors = new Array<Float32Array>(texts.length);
    for (const batch of batchesOf(cut, LIMITS, 'as-given')) {
      const input = batch.map((index) => cut[index] ?? '');
      const rows = await this.batch(input, policy, options);
      batch.forEach((index, position) => {
        const row = rows[position];
        if (row !== undefined) vectors[index] = row;
      });
    }
    return vectors;
  }

  private policy(isPassage: boolean): RetryPolicy {
    const deadlineMs = this.settings.timeoutMs * (isPassage ? PASSAGE_FACTOR : 1);
    return {
      deadlineMs,
      attemptMs: isPassage ? deadlineMs / 2 : deadlineMs,
      attempts: ATTEMPTS,
      firstWaitMs: FIRST_WAIT_MS,
      random: this.settings.random ?? Math.random,
      retryAfterMs,
    };
  }

  private async batch(input: string[], policy: RetryPolicy, options: EmbedOptions): Promise<readonly Float32Array[]> {
    try {
      const rows = await retryWithinDeadline(policy, options.signal, async (signal) => {
        const body = { model: this.settings.model, input, encoding_format: 'float' } as const;
        const answer: unknown = await this.client.embeddings.create(body, { signal });
        return unitVectors(answer, input.length, this.answered ? this.width : undefined);
      });
      this.width = rows[0]?.length ?? this.width;
      this.answered = true;
      return rows;
    } catch (error) {
      if (options.signal?.aborted === true) throw new EmbeddingUnavailableError('the request was cancelled');
      if (options.purpose === 'passage') this.restUntil = performance.now() + REST_MS;
      throw new EmbeddingUnavailableError(
        error instanceof StoppedError || error instanceof APIUserAbortError
          ? `it did not answer within ${policy.attemptMs} ms`
          : messageOf(error),
      );
    }
  }
}

/** Busy (429), failing (5xx) and unreachable servers, and answers that were late or cut, may do better; what a server refuses stays refused. */
function retryAfterMs(error: unknown): number | 'unspecified' | undefined {
  if (error instanceof APIConnectionError || error instanceof APIUserAbortError) return 'unspecified';
  if (!(error instanceof APIError)) return undefined;
  const status: unknown = error.status;
  if (typeof status !== 'number' || !(status === 429 || status === 408 || status >= 500)) return undefined;
  const headers: unknown = error.headers;
  return retryAfterOf(headers instanceof Headers ? headers : undefined, Date.now());
}
