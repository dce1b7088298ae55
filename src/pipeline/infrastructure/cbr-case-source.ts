import { Injectable } from '@nestjs/common';
import { CONSULT_THRESHOLD, ConsultCases } from '../../cbr/application/consult-cases.js';
import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { CaseSource, ConsultedCase } from '../domain/case-source.js';

/** The case base as the pipeline's source of earlier cases. */
@Injectable()
export class CbrCaseSource extends CaseSource {
  readonly threshold = CONSULT_THRESHOLD;

  constructor(private readonly consultCases: ConsultCases) {
    super();
  }

  async consult(question: string, filter: CategoryFilter, signal?: AbortSignal): Promise<readonly ConsultedCase[]> {
    const found = await this.consultCases.consult(question, filter, signal);
    return found.map(({ one, similarity }) => ({ caseId: one.caseId, similarity }));
  }
}
