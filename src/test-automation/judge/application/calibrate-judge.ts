import { Injectable } from '@nestjs/common';
import { AnswerJudge } from '../domain/answer-judge.js';
import { citedBy } from '../../domain/rag-target.js';
import { ClaimChecker } from '../../domain/claim-checker.js';
import { TrialCase, TriedCase } from '../domain/judge-calibration/trial-case.js';
import { notEvaluated } from '../domain/judge-answer.js';
import { SessionScope } from '../../domain/session-scope.js';

/** Cases judged at the same time: the search runs in its own thread. */
const AT_ONCE = 4;

/** Gives a judge answers with known correctness and compares its verdicts. */
@Injectable()
export class CalibrateJudge {
  constructor(private readonly checker: ClaimChecker) {}

  /**
   * Judges every case as a session does: searches the store for each claim, then asks the judge for its verdict. A case whose judge fails
   * is `not_evaluated` and is in no rate.
   */
  async calibrate(
    cases: readonly TrialCase[],
    judge: AnswerJudge,
    place: { readonly scope: SessionScope; readonly signal: AbortSignal },
  ): Promise<TriedCase[]> {
    const tried: TriedCase[] = [];
    for (let i = 0; i < cases.length; i += AT_ONCE) {
      place.signal.throwIfAborted();
      const judged = async (trial: TrialCase) => ({ trial, judgement: await this.judgementOf(trial, judge, place) });
      tried.push(...(await Promise.all(cases.slice(i, i + AT_ONCE).map(judged))));
    }
    return tried;
  }

  private async judgementOf(
    { question, answer }: TrialCase,
    judge: AnswerJudge,
    { scope, signal }: { readonly scope: SessionScope; readonly signal: AbortSignal },
  ): Promise<TriedCase['judgement']> {
    const place = { asOf: question.asOf, scope };
    const { text, gold } = question;
    try {
      const claims = answer.abstained
        ? [await this.checker.checkAbstention(question, place, signal)]
        : await this.checker.check({ text: answer.text, question: text, gold, cited: citedBy(answer) }, place, signal);
      return await judge.judge(question, answer, claims, signal);
    } catch (error) {
      signal.throwIfAborted();
      return notEvaluated(error instanceof Error ? error.message : 'The judge failed.');
    }
  }
}
