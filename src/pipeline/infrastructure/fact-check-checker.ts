import { Injectable } from '@nestjs/common';
import { CheckFacts } from '../../fact-check/application/check-facts.js';
import { AnswerChecker, CheckRequest, CheckResult } from '../domain/answer-checker.js';

/** The fact-check feature as the pipeline's checker: claims against the passages that the answer was written from. */
@Injectable()
export class FactCheckChecker extends AnswerChecker {
  constructor(private readonly checkFacts: CheckFacts) {
    super();
  }

  check(request: CheckRequest, signal: AbortSignal): Promise<CheckResult> {
    return this.checkFacts.check(request, signal);
  }
}
