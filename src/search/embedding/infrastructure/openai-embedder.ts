import OpenAI, { APIConnectionError, APIError, APIUserAbortError } from 'openai';
import { OutgoingClient } from '../../../shared/infrastructure/outgoing/outgoing-client.js';
import { StoppedError } from '../../../shared/infrastructure/with-timeout.js';
import { Embedder, EmbeddingUnavailableError, type EmbedOptions } from '../domain/embedder.js';
import {
  retryAfterOf,
  retryWithinDeadline,
  type RetryPolicy,
} from '../../../shared/infrastructure/retry-within-deadline.js';
import { CallSize } from './models/call-size.js';
import { batchesOf, cutText } from '../../infrastructure/models/text-batches.js';
import { nameWithPrefixes, type TextPrefixes } from './models/text-prefixes.js';
import { unitVectors } from './models/unit-vectors.js';
import { messageOf } from '../../infrastructure/models/model-peer.js';

export interface OpenAiEmbedderSettings {
  readonly apiKey: string | undefined;
  readonly baseUrl: string | undefined;
  readonly model: string;
  /** Prefix of each text, by its purpose. */
  readonly prefixes?: TextPrefixes;
  /** For a question. A batch of passages, which is less urgent, has ten times as long. */
  readonly timeoutMs: number;
  /** In 0..1, for the waits between attempts. */
  readonly random?: () => number;
}

/** Default widths of the known models; any other model is called once to find out. */
const KNOWN_DIMENSIONS: Readonly<Record<string, number>> = {
  'text-embedding-3-small': 1536,
  'text-embedding-3-large': 3072,
  'text-embedding-ada-002': 1536,
};
/** The API takes 2,048 texts and 300,000 tokens per call, but a short call is cheap to repeat after a failure. */
const MOST_TEXTS = 64;
/** Characters of a full call, with its texts padded to the longest. */
const MOST_CHARACTERS = 100_000;
/**
 * A text may have 8,192 tokens; Hangul takes about one token per syllable, so this leaves a wide margin. The end of a
 * longer text is not embedded.
 */
const MAX_LENGTH = 5_000;
/** Every model takes a text this short: a server that rejects it has another reason. */
const ALWAYS_SHORT_ENOUGH = 200;
const PASSAGE_FACTOR = 10;
const ATTEMPTS = 4;
const FIRST_WAIT_MS = 200;
/** After a failed batch, later passages are left to the backlog for this long, so that uploads do not wait. */
const REST_MS = 5_000;

/** Embeddings of OpenAI or of any server with its API. */
export class OpenAiEmbedder extends Embedder {
  readonly model: string;
  private width: number;
  private answered = false;
  private cooldownUntil = 0;
  private readonly client: OpenAI;
  private readonly prefixes: TextPrefixes;
  private readonly size: CallSize;

  constructor(private readonly settings: OpenAiEmbedderSettings) {
    super();
    this.prefixes = settings.prefixes ?? { query: '', passage: '' };
    this.model = nameWithPrefixes(`openai:${settings.model}`, this.prefixes);
    this.size = new CallSize(MOST_TEXTS, settings.timeoutMs);
    this.width = KNOWN_DIMENSIONS[settings.model] ?? 0;
    this.client = new OpenAI({
      // A server without keys still requires a well-formed header.
      apiKey: settings.apiKey ?? 'none',
      ...(settings.baseUrl === undefined ? {} : { baseURL: settings.baseUrl }),
      timeout: settings.timeoutMs * PASSAGE_FACTOR,
      // Attempts are counted here, inside one deadline.
      maxRetries: 0,
      fetch: new OutgoingClient().fetch,
    });
  }

  /** The known width of the model, or 0, until its first answer; then the width of that answer, which never changes. */
  get dimensions(): number {
    return this.width;
  }

  async embed(texts: readonly string[], options: EmbedOptions): Promise<Float32Array[]> {
    const isPassage = options.purpose === 'passage';
    if (isPassage && performance.now() < this.cooldownUntil)
      throw new EmbeddingUnavailableError('it has just failed; passages are embedded later');
    const prefix = this.prefixes[options.purpose];
    const inputs = texts.map((text) => prefix + cutText(text, MAX_LENGTH));
    const vectors: Float32Array[] = [];
    while (vectors.length < inputs.length) {
      const left = inputs.slice(vectors.length, vectors.length + MOST_TEXTS);
      vectors.push(...(await this.rows(this.nextOf(left, isPassage ? this.size.texts : MOST_TEXTS), options)));
    }
    return vectors;
  }

  /** The texts of the next call. */
  private nextOf(left: readonly string[], texts: number): readonly string[] {
    const limits = { texts, paddedLength: (MOST_CHARACTERS / MOST_TEXTS) * texts };
    const [first = []] = batchesOf(left, limits, 'as-given');
    return left.slice(0, first.length);
  }

  /**
   * A server may reject texts that are too long for its model, with various errors: it gets fewer texts, then shorter
   * ones.
   */
  private async rows(inputs: readonly string[], options: EmbedOptions): Promise<readonly Float32Array[]> {
    try {
      return await this.call(inputs, options);
    } catch (error) {
      const [first = ''] = inputs;
      const canBeLess = inputs.length > 1 || first.length > ALWAYS_SHORT_ENOUGH;
      if (!isTooMuch(error) || !canBeLess) throw this.unavailable(error, options);
      if (inputs.length === 1) return this.rows([cutText(first, Math.ceil(first.length / 2))], options);
      const middle = Math.ceil(inputs.length / 2);
      const begun = await this.rows(inputs.slice(0, middle), options);
      return [...begun, ...(await this.rows(inputs.slice(middle), options))];
    }
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

  private async call(inputs: readonly string[], options: EmbedOptions): Promise<readonly Float32Array[]> {
    const isPassage = options.purpose === 'passage';
    const started = performance.now();
    try {
      const rows = await retryWithinDeadline(this.policy(isPassage), options.signal, async (signal) => {
        const input = [...inputs];
        const body = { model: this.settings.model, input, encoding_format: 'float' } as const;
        const answer: unknown = await this.client.embeddings.create(body, { signal });
        return unitVectors(answer, inputs.length, this.answered ? this.width : undefined);
      });
      this.width = rows[0]?.length ?? this.width;
      this.answered = true;
      if (isPassage) this.size.note(performance.now() - started, inputs.length);
      return rows;
    } catch (error) {
      if (isPassage && isLate(error) && options.signal?.aborted !== true)
        this.size.note(performance.now() - started, inputs.length);
      throw error;
    }
  }

  /** Records that passages failed, and returns the reason. */
  private unavailable(error: unknown, { purpose, signal }: EmbedOptions): EmbeddingUnavailableError {
    if (error instanceof EmbeddingUnavailableError) return error;
    if (signal?.aborted === true) return new EmbeddingUnavailableError('the request was cancelled');
    if (purpose === 'passage') this.cooldownUntil = performance.now() + REST_MS;
    const { attemptMs } = this.policy(purpose === 'passage');
    return new EmbeddingUnavailableError(isLate(error) ? `it did not answer within ${attemptMs} ms` : messageOf(error));
  }
}

function isLate(error: unknown): boolean {
  return error instanceof StoppedError || error instanceof APIUserAbortError;
}

/**
 * Bad request, content too large, unprocessable: answers of servers to a text that is too long for their model; some
 * report a server error instead.
 */
function isTooMuch(error: unknown): boolean {
  if (!(error instanceof APIError)) return false;
  const status: unknown = error.status;
  return (
    status === 400 || status === 413 || status === 422 || (status === 500 && /too (?:large|long)/iu.test(error.message))
  );
}

/**
 * Whether a retry may succeed: after busy (429), failing (5xx) and unreachable servers, and after late or truncated
 * answers. Rejected requests are not retried.
 */
function retryAfterMs(error: unknown): number | 'unspecified' | undefined {
  if (error instanceof APIConnectionError || error instanceof APIUserAbortError) return 'unspecified';
  if (!(error instanceof APIError) || isTooMuch(error)) return undefined;
  const status: unknown = error.status;
  if (typeof status !== 'number' || !(status === 429 || status === 408 || status >= 500)) return undefined;
  const headers: unknown = error.headers;
  return retryAfterOf(headers instanceof Headers ? headers : undefined, Date.now());
}
