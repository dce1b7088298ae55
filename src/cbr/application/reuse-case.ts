import { Injectable } from '@nestjs/common';
import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { NotFoundError } from '../../shared/domain/domain-error.js';
import { Case } from '../domain/case.js';
import { AdaptedAnswer, CaseAdapter } from '../domain/case-adapter.js';
import { CaseStore } from '../domain/case-store.js';

/** Adapts a case's answer to a question (reuse). */
@Injectable()
export class ReuseCase {
  constructor(
    private readonly cases: CaseStore,
    private readonly adapter: CaseAdapter,
  ) {}

  /** @throws NotFoundError when there is no such case inside the filter */
  async execute(
    request: { readonly question: string; readonly caseId: string; readonly filter: CategoryFilter },
    signal: AbortSignal,
  ): Promise<{ readonly one: Case; readonly answer: AdaptedAnswer }> {
    const one = await this.cases.find(request.caseId, request.filter);
    if (one === undefined) throw new NotFoundError('case', request.caseId);
    return { one, answer: await this.adapter.adapt(request.question, one, signal) };
  }
}
