import { Injectable } from '@nestjs/common';
import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { DeleteCase } from '../../cbr/application/change-case.js';
import { RetainCase } from '../../cbr/application/retain-case.js';
import { authorOf } from '../../cbr/domain/case-author.js';
import { Environment } from '../../config/environment.js';
import { QuoteCheck } from '../../shared/domain/quoted-source.js';
import { DomainError, NotFoundError } from '../../shared/domain/domain-error.js';
import { FeedbackCases, ConfirmedAnswer, KeptCase } from '../domain/answer-feedback.js';
import { ReadConversation } from '../../pipeline/application/read-conversation.js';
import { KeptAnswer, RememberedSource } from '../../pipeline/domain/conversation.js';
import { isCategoryPath } from '../../shared/domain/category-path.js';
import { AnsweredQuestions, AnswerSource, GivenAnswer, ReviewReason } from '../domain/answered-questions.js';

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
    { traceId, isReviewed, ...confirmed }: ConfirmedAnswer,
    filter: CategoryFilter,
    signal: AbortSignal,
  ): Promise<KeptCase> {
    if (!this.environment.CBR_ENABLED) return { outcome: 'refused', reason: 'CBR system is not enabled' };
    if (await this.quotes.isWithheld(confirmed.sources, filter)) return { outcome: 'refused', reason: QUOTES_GONE };
    const [isOutdated] = await this.quotes.outdated([confirmed.sources], filter);
    if (isOutdated === true) return { outcome: 'refused', reason: OUTDATED };
    try {
      const author = isReviewed ? {} : { author: authorOf(filter) };
      const kept = await this.retain.retain(
        { ...confirmed, ...author, metadata: { trace_id: traceId } },
        filter,
        signal,
      );
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

/** Undefined for a source of an earlier release, which has no path of its document. */
function toSource(source: RememberedSource): AnswerSource | undefined {
  const { doc_id: documentId, title, quote, canonical_path: path, start } = source;
  if (typeof documentId !== 'string' || typeof quote !== 'string' || !isCategoryPath(path)) return undefined;
  return {
    documentId,
    quote,
    categoryPath: path,
    title: typeof title === 'string' ? title : documentId,
    ...(typeof start === 'number' ? { start } : {}),
  };
}

function toGivenAnswer(kept: KeptAnswer): GivenAnswer {
  return {
    traceId: kept.traceId,
    owner: kept.owner,
    question: kept.completedQuestion,
    answer: kept.response,
    sources: kept.sources.flatMap((source) => toSource(source) ?? []),
    confidence: kept.confidence ?? null,
    reviewBelow: kept.reviewBelow ?? null,
    reviewReason: kept.reviewReason ?? null,
    givenAt: kept.createdAt,
    grounds: kept.grounds ?? [],
  };
}

/** Answered questions from the pipeline's conversations. */
@Injectable()
export class PipelineAnsweredQuestions extends AnsweredQuestions {
  constructor(private readonly conversations: ReadConversation) {
    super();
  }

  async find(traceId: string): Promise<GivenAnswer | undefined> {
    const kept = await this.conversations.answer(traceId);
    return kept === undefined ? undefined : toGivenAnswer(kept);
  }

  async toReview(afterTraceId: string, limit: number): Promise<readonly GivenAnswer[]> {
    return (await this.conversations.toReview(afterTraceId, limit)).map(toGivenAnswer);
  }

  flag(traceId: string, reason: ReviewReason): Promise<void> {
    return this.conversations.flag(traceId, reason);
  }
}
