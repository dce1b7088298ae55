import { Injectable } from '@nestjs/common';
import { ReadConversation } from '../../pipeline/application/read-conversation.js';
import { KeptAnswer, RememberedSource } from '../../pipeline/domain/conversation.js';
import { isCategoryPath } from '../../shared/domain/category-path.js';
import { AnsweredQuestions, AnswerSource, GivenAnswer, ReviewReason } from '../domain/answered-questions.js';

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
