import { Injectable } from '@nestjs/common';
import { Bulkhead, BulkheadFullError } from '../../shared/domain/bulkhead.js';
import { faultOfBaseUrl } from '../../shared/domain/base-url.js';
import { DomainError, InvalidInputError } from '../../shared/domain/domain-error.js';
import { PresentServices, ServiceTrial, TriedService, TrialResult } from '../domain/model-service.js';

/** Trials of all administrators at once; each may take as long as a model takes to load. */
const AT_ONCE = 2;

/** Tries a language model, an embedding or a reranker before it is written into the settings. Nothing of it is stored. */
@Injectable()
export class TryService {
  private readonly bulkhead = new Bulkhead(AT_ONCE, 0);

  constructor(
    private readonly present: PresentServices,
    private readonly trial: ServiceTrial,
  ) {}

  /** @throws InvalidInputError for an address that no request may go to, DomainError while two others are tried */
  async try(tried: TriedService, signal: AbortSignal): Promise<TrialResult> {
    const { baseUrl, kind, part } = tried;
    if (kind === 'compatible' && baseUrl === undefined) throw fault('/base_url', 'is needed for this kind of service');
    if (part !== 'reranker' && tried.model === undefined) throw fault('/model', 'is needed for this part');
    const refused = baseUrl === undefined ? undefined : (faultOfBaseUrl(baseUrl) ?? this.trial.faultOfAddress(baseUrl));
    if (refused !== undefined) throw fault('/base_url', refused);
    const service = { ...tried, apiKey: this.present.keyFor(tried) };
    try {
      return await this.bulkhead.run(() => this.trial.try(service, signal), signal);
    } catch (error) {
      if (!(error instanceof BulkheadFullError)) throw error;
      throw new DomainError(
        'rate-limited',
        'rate-limited',
        'Two services are being tried; try again when they are done.',
      );
    }
  }
}

const fault = (pointer: string, detail: string) => new InvalidInputError([{ pointer, detail }]);
