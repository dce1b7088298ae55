import { Injectable } from '@nestjs/common';
import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { NotFoundError } from '../../shared/domain/domain-error.js';
import { Case } from '../domain/case.js';
import { CaseStore } from '../domain/case-store.js';
import { ShowCases } from './show-cases.js';
import { AdaptedAnswer, CaseAdapter } from '../domain/case-answers.js';

/** Adapts a case's answer to a question (reuse). */
@Injectable()
export class ReuseCase {
  constructor(
    private readonly cases: CaseStore,
    private readonly adapter: CaseAdapter,
    private readonly showCases: ShowCases,
  ) {}

  /** @throws NotFoundError if there is no such case inside the filter, or its answer is withheld or outdated */
  async reuse(
    request: { readonly question: string; readonly caseId: string; readonly filter: CategoryFilter },
    signal: AbortSignal,
  ): Promise<{ readonly one: Case; readonly answer: AdaptedAnswer }> {
    const { filter } = request;
    const found = await this.cases.find(request.caseId, filter, (each) => this.showCases.isHidden(each, filter));
    const one = found === undefined ? undefined : await this.showCases.one(found, request.filter);
    if (one === undefined || one.isWithheld === true || one.isOutdated === true)
      throw new NotFoundError('case', request.caseId);
    return { one, answer: await this.adapter.adapt(request.question, one, signal) };
  }
}
