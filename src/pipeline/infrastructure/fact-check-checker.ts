import { Injectable } from '@nestjs/common';
import { CheckFacts } from '../../fact-check/application/check-facts.js';
import { AnswerChecker, CheckRequest, CheckResult } from '../domain/answer-checker.js';

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
