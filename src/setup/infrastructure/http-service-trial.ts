import { Injectable } from '@nestjs/common';
import { OwnAddresses } from '../../shared/domain/base-url.js';
import { StoppedError, withinLimit } from '../../shared/infrastructure/with-timeout.js';
import { ServiceTrial, TriedService, TrialResult } from '../domain/model-service.js';
import { fieldOf } from '../../shared/domain/free-map.js';
import { bearer, routeOf, ServiceRequests, TrialError } from './service-requests.js';
import { askQuestion, OPENAI_URL } from './tried-model.js';

/** A model server may have to load its model first. */
const LIMIT_MS = 45_000;

type Found = Pick<TrialResult, 'answer' | 'dimensions'>;

const TEXTS = ['When does the library open?', '도서관은 몇 시에 여나요?'];
const PASSAGES = ['The library opens at 9:20 in the morning.', 'Tents are lent for 4 days.'];

/** One request by HTTP: a question of `npm run check:llm`, the embedding of two texts, or the order of two passages. */
@Injectable()
export class HttpServiceTrial extends ServiceTrial {
  private readonly requests: ServiceRequests;

  constructor(private readonly own: OwnAddresses) {
    super();
    this.requests = new ServiceRequests(own, LIMIT_MS);
  }

  faultOfAddress(baseUrl: string): string | undefined {
    if (this.own.isForbiddenUrl(baseUrl)) return 'must not be a link-local address or a metadata service';
    return this.own.isOwnUrl(baseUrl) ? 'must not be an address of this server' : undefined;
  }

  async try(service: TriedService, signal: AbortSignal): Promise<TrialResult> {
    const started = performance.now();
    const ended = (result: Omit<TrialResult, 'tookMs'>): TrialResult => ({
      ...result,
      tookMs: Math.round(performance.now() - started),
    });
    try {
      const found = await withinLimit(LIMIT_MS, signal, (limited) => this.ask(service, limited));
      return ended({ failure: null, detail: null, ...found });
    } catch (error) {
      const none = { answer: null, dimensions: null };
      if (error instanceof TrialError) return ended({ failure: error.failure, detail: error.detail, ...none });
      if (error instanceof StoppedError || isAbort(error)) return ended({ failure: 'late', detail: null, ...none });
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
    return { answer: await askQuestion(service, this.requests, signal), dimensions: null };
  }

  private async embed(service: TriedService, signal: AbortSignal): Promise<Found> {
    const request = {
      url: routeOf(service, OPENAI_URL, '/embeddings'),
      headers: bearer(service.apiKey),
      body: { model: service.model, input: TEXTS, encoding_format: 'float' },
    };
    const rows = fieldOf(await this.requests.post(service, request, signal), 'data');
    const widths = Array.isArray(rows) ? rows.map((row: unknown) => widthOf(fieldOf(row, 'embedding'))) : [];
    const [width = 0] = widths;
    if (widths.length !== TEXTS.length || width === 0 || widths.some((one) => one !== width))
      throw new TrialError('unreadable');
    return { answer: null, dimensions: width };
  }

  private async rerank(service: TriedService, signal: AbortSignal): Promise<Found> {
    const { model } = service;
    const request = {
      url: routeOf(service, OPENAI_URL, '/rerank'),
      headers: bearer(service.apiKey),
      body: {
        ...(model === undefined ? {} : { model }),
        query: TEXTS[0],
        documents: PASSAGES,
        top_n: PASSAGES.length,
      },
    };
    const results = fieldOf(await this.requests.post(service, request, signal), 'results');
    const isScored = (one: unknown) => Number.isFinite(fieldOf(one, 'relevance_score'));
    if (!Array.isArray(results) || results.length === 0 || !results.every(isScored)) throw new TrialError('unreadable');
    return { answer: null, dimensions: null };
  }
}

const widthOf = (vector: unknown): number =>
  Array.isArray(vector) && vector.every((value) => Number.isFinite(value)) ? vector.length : 0;

const isAbort = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError';
