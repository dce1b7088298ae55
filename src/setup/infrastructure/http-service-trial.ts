import { CheckModel } from '../../llm/application/check-model.js';
import { OpenModel } from '../../llm/domain/language-model.js';
import { CHECK_QUESTIONS } from '../../llm/domain/model-check/check-questions.js';
import { isRight } from '../../llm/domain/model-check/check-report.js';
import { OwnAddresses } from '../../shared/domain/base-url.js';
import { OutgoingClient } from '../../shared/infrastructure/outgoing/outgoing-client.js';
import { StoppedError, withinLimit } from '../../shared/infrastructure/with-timeout.js';
import { ServiceTrial, TriedService, TrialResult } from '../domain/model-service.js';
import { fieldOf } from '../../shared/domain/free-map.js';
import { neededMultiplier, TrialLimits } from './trial-limits.js';
import { ServiceExchange, TrialError } from './service-exchange.js';

/** A model server may have to load its model first. */
const LIMIT_MS = 45_000;
/** A reply to one question; the vectors of two texts. */
const MAX_BYTES = 1024 * 1024;
const MAX_TEXT = 500;

type Found = Partial<Pick<TrialResult, 'failure' | 'answer' | 'dimensions' | 'tookMs'>>;

const TEXTS = ['When does the library open?', '도서관은 몇 시에 여나요?'];
const PASSAGES = ['The library opens at 9:20 in the morning.', 'Tents are lent for 4 days.'];

/**
 * Asks a model the first question of `npm run check:llm`, in the same way as a chat; has two texts embedded, or two passages ordered.
 * Addresses of this server are refused at the connection, link-local and metadata addresses by the client.
 */
export class HttpServiceTrial extends ServiceTrial {
  private readonly client: OutgoingClient;

  constructor(
    private readonly own: OwnAddresses,
    private readonly openModel: OpenModel,
    private readonly limits: TrialLimits,
  ) {
    super();
    const isRefused = (address: string, port: number) => own.isOwn(address, port);
    this.client = new OutgoingClient({ maxBytes: MAX_BYTES, timeoutMs: LIMIT_MS, isRefused });
  }

  faultOfAddress(baseUrl: string): string | undefined {
    if (this.own.isForbiddenUrl(baseUrl)) return 'must not be a link-local address or a metadata service';
    return this.own.isOwnUrl(baseUrl) ? 'must not be an address of this server' : undefined;
  }

  async try(service: TriedService, signal: AbortSignal): Promise<TrialResult> {
    const started = performance.now();
    const spentMs = () => Math.round(performance.now() - started);
    const nothing = { detail: null, answer: null, dimensions: null, timeoutMultiplier: null };
    try {
      const found = await withinLimit(LIMIT_MS, signal, (limited) => this.ask(service, limited));
      const { failure = null, tookMs = spentMs() } = found;
      const timeoutMultiplier = neededMultiplier(tookMs, service.part, this.limits);
      return { ...nothing, ...found, failure, tookMs, timeoutMultiplier };
    } catch (error) {
      const tookMs = spentMs();
      if (error instanceof TrialError) return { ...nothing, failure: error.failure, detail: error.detail, tookMs };
      if (error instanceof StoppedError || isAbort(error)) return { ...nothing, failure: 'late', tookMs };
      throw error;
    }
  }

  private ask(service: TriedService, signal: AbortSignal): Promise<Found> {
    switch (service.part) {
      case 'model':
        return this.askModel(service, signal);
      case 'embedding':
        return this.embed(service, signal);
      case 'reranker':
        return this.rerank(service, signal);
    }
  }

  private async askModel(service: TriedService, signal: AbortSignal): Promise<Found> {
    const { kind, model = '', apiKey, baseUrl } = service;
    const provider = kind === 'compatible' ? 'openai' : kind;
    const exchange = new ServiceExchange(this.client, service);
    const opened = await this.openModel({ provider, model, apiKey, baseUrl }, exchange.fetch);
    const [question] = CHECK_QUESTIONS;
    if (question === undefined) throw new Error('There is no question for a model.');
    const checked = await new CheckModel(opened).ask(question, signal);
    if (checked.outcome === 'failed') throw exchange.failure ?? new TrialError('unreadable');
    const text = checked.text.slice(0, MAX_TEXT).toWellFormed();
    const right = isRight(checked);
    return {
      failure: right ? null : 'wrong_answer',
      answer: { question: question.question, text, isRight: right },
      // Without the time that the client of the provider takes to load.
      tookMs: Math.round(checked.tookMs),
    };
  }

  private async embed(service: TriedService, signal: AbortSignal): Promise<Found> {
    const body = { model: service.model, input: TEXTS, encoding_format: 'float' };
    const rows = fieldOf(await new ServiceExchange(this.client, service).post('/embeddings', body, signal), 'data');
    const widths = Array.isArray(rows) ? rows.map((row: unknown) => widthOf(fieldOf(row, 'embedding'))) : [];
    const [width = 0] = widths;
    if (widths.length !== TEXTS.length || width === 0 || widths.some((one) => one !== width))
      throw new TrialError('unreadable');
    return { dimensions: width };
  }

  private async rerank(service: TriedService, signal: AbortSignal): Promise<Found> {
    const { model } = service;
    const passages = { query: TEXTS[0], documents: PASSAGES, top_n: PASSAGES.length };
    const body = model === undefined ? passages : { model, ...passages };
    const results = fieldOf(await new ServiceExchange(this.client, service).post('/rerank', body, signal), 'results');
    const isScored = (one: unknown) => Number.isFinite(fieldOf(one, 'relevance_score'));
    if (!Array.isArray(results) || results.length === 0 || !results.every(isScored)) throw new TrialError('unreadable');
    return {};
  }
}

const widthOf = (vector: unknown): number =>
  Array.isArray(vector) && vector.every((value) => Number.isFinite(value)) ? vector.length : 0;

const isAbort = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError';
