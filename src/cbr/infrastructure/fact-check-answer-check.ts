import { Injectable } from '@nestjs/common';
import { CheckFacts } from '../../fact-check/application/check-facts.js';
import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { AnswerCheck, CheckedAnswer } from '../domain/case-answers.js';

/**
 * Decides by the fact check whether an answer may become a case: each claim is compared with the documents that the
 * caller may see.
 */
@Injectable()
export class FactCheckAnswerCheck extends AnswerCheck {
  constructor(private readonly checkFacts: CheckFacts) {
    super();
  }

  async check(
    confirmed: { readonly question: string; readonly answer: string },
    filter: CategoryFilter,
    signal?: AbortSignal,
  ): Promise<CheckedAnswer> {
    const checked = await this.checkFacts.check({ ...confirmed, filter }, signal ?? new AbortController().signal);
    if (!checked.passed) {
      const failed = checked.claims.filter(
        ({ verdict, checkable }) => verdict === 'contradicted' || (verdict === 'not_found' && checkable),
      );
      return {
        verdict: 'failed',
        reasons: failed.map(({ text, verdict, reasons }) => `"${text}" is ${verdict}: ${reasons.join(', ')}`),
      };
    }
    // A claim that no document supports or contradicts has not been checked.
    const isBacked = checked.claims.some(({ verdict }) => verdict === 'supported');
    const sources = checked.claims.flatMap(({ verdict, evidence }) =>
      verdict === 'supported' && evidence !== null ? [{ documentId: evidence.id, quote: evidence.quote }] : [],
    );
    return { verdict: checked.evaluated && isBacked ? 'passed' : 'not_evaluated', reasons: [], sources };
  }
}
