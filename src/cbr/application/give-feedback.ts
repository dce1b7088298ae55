import { Injectable } from '@nestjs/common';
import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { NotFoundError } from '../../shared/domain/domain-error.js';
import { CaseLogs, RatingKey } from '../domain/case-logs.js';
import { FeedbackEffect, feedbackEffect, Rating } from '../domain/feedback.js';
import { Case } from '../domain/case.js';
import { CaseBatch, WriteCases } from './write-cases.js';

export interface FeedbackOutcome {
  readonly qualityScore: number;
  readonly usageCount: number;
  /** Whether the log is this caller's and suggested the case. */
  readonly logBound: boolean;
  /** False when the same was said before. */
  readonly counted: boolean;
}

/** Applies feedback on a suggested case (revise): log, case and counters change atomically. */
@Injectable()
export class GiveFeedback {
  constructor(
    private readonly cases: WriteCases,
    private readonly logs: CaseLogs,
  ) {}

  /** @throws NotFoundError if there is no such case inside the filter */
  give(named: RatingKey, rating: Rating, filter: CategoryFilter): Promise<FeedbackOutcome> {
    return this.cases.run(async (batch) => {
      const one = await batch.current(named.caseId, filter);
      if (one === undefined) throw new NotFoundError('case', named.caseId);
      const key = { ...named, caseId: one.caseId };
      const logBound = await this.logs.suggested(key);
      const effect = feedbackEffect(one.qualityScore, rating, await this.logs.ratingOf(key));
      if (effect === undefined)
        return { qualityScore: one.qualityScore, usageCount: one.usageCount, logBound, counted: false };
      const after = await this.apply(batch, one, { key, rating, effect });
      return { qualityScore: after.qualityScore, usageCount: after.usageCount, logBound, counted: true };
    });
  }

  private async apply(
    batch: CaseBatch,
    one: Case,
    given: { readonly key: RatingKey; readonly rating: Rating; readonly effect: FeedbackEffect },
  ): Promise<Case> {
    const { key, rating, effect } = given;
    const now = this.cases.now();
    await this.logs.rate(key, { ...rating, qualityChange: effect.qualityChange }, now);
    const after: Case = {
      ...one,
      qualityScore: effect.qualityScore,
      usageCount: one.usageCount + effect.usageChange,
      successRate: (await this.logs.successRate(key.caseId)) ?? one.successRate,
      updatedAt: now,
    };
    await batch.put(after);
    return after;
  }
}
