import { Injectable, OnModuleInit } from '@nestjs/common';
import { CONSULT_THRESHOLD, ConsultCases } from '../../cbr/application/consult-cases.js';
import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { CaseSource, ConsultedCase } from '../domain/case-source.js';
import { CheckFacts } from '../../fact-check/application/check-facts.js';
import { AnswerChecker, CheckRequest, CheckResult } from '../domain/answer-checker.js';
import { WriteAnswer } from '../../llm/application/write-answer.js';
import { CheckSearch } from '../../search/application/check-search.js';
import { HealthProbes } from '../../shared/domain/health-check.js';

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

/** Adapter of the fact-check feature: checks claims against the passages of the answer. */
@Injectable()
export class FactCheckChecker extends AnswerChecker {
  constructor(private readonly checkFacts: CheckFacts) {
    super();
  }

  check(request: CheckRequest, signal: AbortSignal): Promise<CheckResult> {
    return this.checkFacts.check(request, signal);
  }
}

/** Health of the parts that an answer needs. */
@Injectable()
export class PipelineProbes implements OnModuleInit {
  constructor(
    private readonly probes: HealthProbes,
    private readonly search: CheckSearch,
    private readonly writer: WriteAnswer,
  ) {}

  onModuleInit(): void {
    this.probes.register('search', () => this.search.index());
    this.probes.register('embedding', () => this.search.embedding());
    this.probes.register('reranker', () => Promise.resolve({ status: 'healthy', detail: 'heuristic' }));
    this.probes.register('llm', async () => ({
      status: (await this.writer.healthy()) ? 'healthy' : 'degraded',
      detail: `${this.writer.provider} ${this.writer.model}`,
    }));
  }
}
