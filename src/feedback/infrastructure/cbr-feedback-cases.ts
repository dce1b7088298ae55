import { Injectable } from '@nestjs/common';
import { DeleteCase } from '../../cbr/application/change-case.js';
import { RetainCase } from '../../cbr/application/retain-case.js';
import { Environment } from '../../config/environment.js';
import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { QuoteCheck } from '../../shared/domain/quoted-source.js';
import { DomainError, NotFoundError } from '../../shared/domain/domain-error.js';
import { FeedbackCases, ConfirmedAnswer, KeptCase } from '../domain/answer-feedback.js';

const QUOTES_GONE =
  'A document that the answer quotes was deleted or changed, or is no longer visible: the answer does not become a case.';

const OUTDATED =
  'A later edition changed a passage that the answer quotes: the answer does not become a case. Ask the question again.';

/**
 * The case base stores confirmed answers by its own rule (retain): none that failed its fact check, and nearly the same
 * question is merged.
 */
@Injectable()
export class CbrFeedbackCases extends FeedbackCases {
  constructor(
    private readonly retain: RetainCase,
    private readonly remove: DeleteCase,
    private readonly environment: Environment,
    private readonly quotes: QuoteCheck,
  ) {
    super();
  }

  async keep(
    { traceId, ...confirmed }: ConfirmedAnswer,
    filter: CategoryFilter,
    signal: AbortSignal,
  ): Promise<KeptCase> {
    if (!this.environment.CBR_ENABLED) return { outcome: 'refused', reason: 'CBR system is not enabled' };
    if (await this.quotes.isWithheld(confirmed.sources, filter)) return { outcome: 'refused', reason: QUOTES_GONE };
    if ((await this.quotes.outdated([confirmed.sources]))[0] === true) return { outcome: 'refused', reason: OUTDATED };
    try {
      const kept = await this.retain.retain({ ...confirmed, metadata: { trace_id: traceId } }, filter, signal);
      return { outcome: kept.outcome, caseId: kept.one.caseId };
    } catch (error) {
      if (error instanceof DomainError && (error.kind === 'conflict' || error.kind === 'forbidden'))
        return { outcome: 'refused', reason: error.message };
      throw error;
    }
  }

  async withdraw(caseId: string, filter: CategoryFilter): Promise<void> {
    try {
      await this.remove.delete(caseId, filter);
    } catch (error) {
      if (!(error instanceof NotFoundError)) throw error;
    }
  }
}
