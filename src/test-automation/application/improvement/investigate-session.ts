import { Injectable, Logger } from '@nestjs/common';
import { groupedBy } from '../../domain/grouped-by.js';
import { evidencedWhys } from '../../domain/improvement/evidenced-whys.js';
import { clustersOf, Investigation } from '../../domain/improvement/investigation.js';
import { draftOf } from '../../domain/improvement/proposal.js';
import { questionOfResult, standsAlone } from '../../domain/improvement/question-of-result.js';
import { isFailed, Trial } from '../../domain/improvement/trial.js';
import { FiveWhys } from '../../domain/five-whys.js';
import { ImprovementDraft, suggestImprovements } from '../../domain/improvement.js';
import { CompleteSession, SessionInvestigation } from '../../domain/session-artifacts.js';
import { SessionFindings } from '../../domain/found-in-session.js';
import { observedFindings } from '../../domain/session-findings.js';
import { DocumentSource } from '../../domain/source-document.js';
import { isEvaluated, isSingle, isSuccess } from '../../domain/summary.js';
import { TestResult } from '../../domain/test-result.js';
import { MeasureContribution } from '../contribution/measure-contribution.js';
import { InvestigateFailures } from './investigate-failures.js';
import { ProposeRepairs } from './propose-repairs.js';
import { answerTrial } from './gather-trials.js';
import { OpenTrialBench, TrialBench } from './trial-bench.js';

/** The same failure so often is no accident (REQ-S-004). */
const OFTEN = 2;
/** A session ends in reasonable time: a failure's counterfactuals are some seventy searches and a dozen answers. */
const EACH_TYPE = 3;
const MOST_FAILURES = 12;
/** Answers that were right, so that a repair is not made at their cost. */
const BESIDE = 20;

/** How failures are looked into. */
@Injectable()
export class InvestigationSteps {
  constructor(
    readonly failures: InvestigateFailures,
    readonly propose: ProposeRepairs,
    readonly contribution: MeasureContribution,
  ) {}
}

/** Runs the counterfactuals of a session's failures and the sets of components that it asks for. */
@Injectable()
export class InvestigateSession extends SessionInvestigation {
  private readonly logger = new Logger('test-automation');

  constructor(
    private readonly benches: OpenTrialBench,
    private readonly steps: InvestigationSteps,
    private readonly source: DocumentSource,
  ) {
    super();
  }

  /** Of a target whose inside cannot be changed only what its results tell; so too when the sandbox fails, since the session is over. */
  async investigate(complete: CompleteSession, signal: AbortSignal): Promise<SessionFindings> {
    const { session, results } = complete;
    const { target, attribution, scope } = session.request;
    const failures = repeatedFailures(results);
    const isTrace = attribution === 'off' || attribution === 'trace';
    if (target.kind !== 'self' || (failures.length === 0 && isTrace)) return observedFindings(complete);
    try {
      const bench = await this.benches.execute({ owner: session.owner, scope }, signal);
      try {
        const found =
          failures.length === 0 ? observedFindings(complete) : await this.found(bench, complete, failures, signal);
        if (isTrace) return found;
        const trials = results
          .filter(isSingle)
          .filter(isEvaluated)
          .map((r) => answerTrial(questionOfResult(r)));
        return { ...found, contribution: await this.steps.contribution.execute(bench, trials, attribution) };
      } finally {
        await bench.close();
      }
    } catch (error) {
      if (signal.aborted) throw error;
      this.logger.error({ err: error, session_id: session.sessionId }, 'the failures could not be looked into');
      return observedFindings(complete);
    }
  }

  private async found(
    bench: TrialBench,
    complete: CompleteSession,
    failures: readonly TestResult[],
    signal: AbortSignal,
  ): Promise<SessionFindings> {
    const { session, results, outcome } = complete;
    const named = new Map(failures.map((result) => [result.questionId, result]));
    const passed = results.filter(standsAlone).filter(isSuccess).slice(0, BESIDE);
    const trials = [...failures, ...passed].map((result) => answerTrial(questionOfResult(result)));
    const outcomes = await bench.run([], trials);
    const investigations: Investigation[] = [];
    for (const failed of outcomes.filter(isFailed)) {
      const result = named.get(failed.trial.question.id);
      if (result === undefined) continue;
      const day = await this.editionDay(result, complete, signal);
      investigations.push(
        await this.steps.failures.execute(bench, { resultId: result.resultId, outcome: failed }, day),
      );
    }
    const proposals = await this.steps.propose.execute(bench, outcomes, investigations);
    const idOf = (trial: Trial) => named.get(trial.question.id)?.resultId;
    const whys = withUnseen(evidencedWhys(clustersOf(investigations)), observedFindings(complete).whys);
    const drafts = proposals.map((proposal) => draftOf(proposal, idOf));
    return {
      whys,
      improvements: suggested(complete, { outcome, whys, drafts }, session.sessionId),
      contribution: null,
    };
  }

  /** First day of the gold document's edition, where the question was asked as of another. */
  private async editionDay(
    result: TestResult,
    { session }: CompleteSession,
    signal: AbortSignal,
  ): Promise<string | undefined> {
    const { documentId } = result.gold;
    if (documentId === null) return undefined;
    const document = await this.source.one(documentId, session.request.scope, signal);
    const day = document?.effectiveFrom ?? undefined;
    return day === undefined || day === result.asOf ? undefined : day;
  }
}

/** Some of each type of failure that came twice or more, questions that can be asked by themselves. */
function repeatedFailures(results: readonly TestResult[]): TestResult[] {
  const failed = results.filter((r) => r.judgement.failureType !== null);
  return [...groupedBy(failed, (r) => r.judgement.failureType).values()]
    .filter((group) => group.length >= OFTEN)
    .flatMap((group) => group.filter((r) => standsAlone(r) && r.gold.answerable).slice(0, EACH_TYPE))
    .slice(0, MOST_FAILURES);
}

/** Types of failure that no counterfactual could be run for keep the chain that their trace gives. */
function withUnseen(evidenced: readonly FiveWhys[], observed: readonly FiveWhys[]): FiveWhys[] {
  const seen = new Set(evidenced.map((found) => found.failureType));
  return [...evidenced, ...observed.filter((found) => !seen.has(found.failureType))];
}

/** Repairs that can be tried, behind those that the gates ask for. */
function suggested(
  { results }: CompleteSession,
  found: {
    readonly outcome: CompleteSession['outcome'];
    readonly whys: readonly FiveWhys[];
    readonly drafts: readonly ImprovementDraft[];
  },
  sessionId: string,
) {
  const written = suggestImprovements(sessionId, results, found);
  const tried = found.drafts.map((draft, i) => ({
    ...draft,
    id: `imp_${sessionId}_${written.length + i + 1}`,
    status: 'proposed' as const,
  }));
  return [...tried, ...written];
}
