import { Injectable, Logger } from '@nestjs/common';
import { evidencedWhys } from '../domain/evidenced-whys.js';
import { shownByTopic } from '../domain/follow-up-cause.js';
import { clustersOf, isRepeated } from '../domain/investigation.js';
import { oftenFailed, sampledFailures, untested } from '../domain/sampled-failures.js';
import { Investigation } from '../domain/session-failure.js';
import { draftOf } from '../domain/proposal.js';
import {
  isUnanswered,
  questionOfResult,
  trialInUse,
  trialOfResult,
  unansweredTrial,
} from '../domain/question-of-result.js';
import { EarlierQuestion } from '../domain/named-topic.js';
import { isFailed, Trial, TrialOutcome } from '../domain/trial.js';
import { knownChunks } from '../../attribution/domain/gold-chunks.js';
import { causesOf } from '../../attribution/domain/failure-causes.js';
import { chainsOf, FiveWhys } from '../../attribution/domain/five-whys.js';
import { observedCause } from '../../attribution/domain/observed-cause.js';
import { withLostPassage } from '../../attribution/domain/shown-answer.js';
import { Surroundings, surroundingsOf } from '../../attribution/domain/surroundings.js';
import { Improvement, ImprovementDraft, suggestImprovements } from '../../sessions/domain/improvement.js';
import { CompleteSession, SessionInvestigation, FailureAnalysis } from '../../sessions/domain/session-artifacts.js';
import { saidIn } from '../../judge/domain/read-context.js';
import { unsaidWords } from '../../attribution/domain/unmatched-words.js';
import { QuestionsInUse } from '../../questions/domain/abstained-questions.js';
import { PhaseListener } from '../../sessions/domain/session-progress.js';
import { DocumentSource } from '../../domain/session-scope.js';
import { isEvaluated, isSingle, isSuccess } from '../../sessions/domain/summary.js';
import { restsOnContext } from '../../domain/question.js';
import { TestResult } from '../../domain/test-result.js';
import { MeasureContribution } from './measure-contribution.js';
import { Circumstances } from './ask-complete.js';
import { InvestigateFailures } from './investigate-failures.js';
import { ProposeRepairs } from './propose-repairs.js';
import { answerTrial } from './gather-trials.js';
import { OpenExperimentRunner, ExperimentRunner } from './experiment-runner.js';
import { observedFindings } from '../../sessions/domain/session-suggestions.js';

/** Right answers that a repair must not lose. */
const BESIDE = 20;
/** Failures in which words are looked for that the documents do not have: a word is in few of them, so that a sample would miss it. */
const MOST_READ = 120;

/** A session with the failures whose counterfactuals are run. */
interface FailedSession {
  readonly complete: CompleteSession;
  readonly failures: readonly TestResult[];
  readonly onPhase: PhaseListener;
}

/** The outcome of a sampled failure, asked again. */
interface Explicable {
  readonly outcome: TrialOutcome;
  readonly result: TestResult;
}

/** Runs the counterfactuals of a session's failures and the sets of components that it asks for. */
@Injectable()
export class InvestigateSession extends SessionInvestigation {
  private readonly logger = new Logger('test-automation');

  constructor(
    private readonly benches: OpenExperimentRunner,
    private readonly failures: InvestigateFailures,
    private readonly propose: ProposeRepairs,
    private readonly contribution: MeasureContribution,
    private readonly source: DocumentSource,
    private readonly inUse: QuestionsInUse,
  ) {
    super();
  }

  /**
   * A target without access to its components is analysed by its results alone. The same applies if the sandbox fails, since the session is
   * already over.
   */
  async investigate(complete: CompleteSession, signal: AbortSignal, onPhase: PhaseListener): Promise<FailureAnalysis> {
    const { session, results } = complete;
    const { target, attribution, scope } = session.request;
    const failures = sampledFailures(results);
    const isTrace = attribution === 'off' || attribution === 'trace';
    // A word that the documents do not have shows in one question; whether joining it cures is seen on others.
    const hasFailed = failures.length > 0 || results.some((result) => isLost(result) || isUnanswered(result));
    if (target.kind !== 'self' || (!hasFailed && isTrace)) return observedFindings(complete);
    try {
      const { targetScope } = session.request;
      const bench = await this.benches.open({ owner: session.owner, scope, targetScope }, signal);
      try {
        const found = !hasFailed
          ? observedFindings(complete)
          : await this.found(bench, { complete, failures, onPhase }, signal);
        if (isTrace) return found;
        const trials = results
          .filter(isSingle)
          .filter(isEvaluated)
          .map((r) => answerTrial(questionOfResult(r)));
        await onPhase('measuring_components');
        const onStep = (done: number) => onPhase('measuring_components', { done, total: trials.length });
        return { ...found, contribution: await this.contribution.measure(bench, trials, attribution, onStep) };
      } finally {
        await bench.close();
      }
    } catch (error) {
      if (signal.aborted) throw error;
      this.logger.error({ err: error, session_id: session.sessionId }, 'failed to investigate the failures');
      return observedFindings(complete);
    }
  }

  private async found(
    bench: ExperimentRunner,
    { complete, failures, onPhase }: FailedSession,
    signal: AbortSignal,
  ): Promise<FailureAnalysis> {
    const { session, results } = complete;
    const failed = [...new Set([...failures, ...results.filter(isLost)])].slice(0, MOST_READ);
    const open = results.filter(isUnanswered);
    const named = new Map([...failed, ...open].map((result) => [result.questionId, result]));
    const passed = results.filter(isSuccess).filter((result) => trialOfResult(result, results) !== undefined);
    const trials = [...failed, ...passed.slice(0, BESIDE)]
      .filter((result) => !isUnanswered(result))
      .flatMap((result) => trialOfResult(result, results) ?? []);
    const unanswered = open.map(questionOfResult).map(unansweredTrial);
    const { owner, request } = session;
    const inUse = (await this.inUse.of({ owner, scope: request.scope }, signal)).map(trialInUse);
    const outcomes = await bench.run([], [...trials, ...unanswered, ...inUse]);
    const around = surroundingsOf(results, session.request.scope, complete.gold);
    const explicable = this.explicable(outcomes, failures);
    const investigations = await this.investigated(bench, { complete, explicable, around, onPhase }, signal);
    await onPhase('trying_repairs');
    const proposals = await this.propose.propose(bench, {
      outcomes,
      investigations: investigations.filter(({ outcome }) => isFailed(outcome)),
    });
    const idOf = (trial: Trial) => named.get(trial.question.id)?.resultId;
    const explained = investigations.flatMap((found) => {
      const result = results.find(({ resultId }) => resultId === found.resultId);
      if (result === undefined) return [];
      const own = { ...found, row: { result: withLostPassage(result, around.chunks), around } };
      return isRepeated(found, { result, around }) ? [own] : (shownByTopic(own) ?? []);
    });
    const shown = new Map(
      clustersOf(explained).flatMap(({ members }) =>
        members.map(({ cause, found: { resultId } }) => [resultId, cause] as const),
      ),
    );
    // The same cause of a row everywhere: that of its runs, or else that of its trace.
    const caused = results
      .filter(({ judgement }) => judgement.failureType !== null)
      .map((result) => ({
        result: withLostPassage(result, around.chunks),
        cause: shown.get(result.resultId) ?? untested(result, observedCause(result, around)),
      }));
    const often = new Set([...oftenFailed(results)].map(({ resultId }) => resultId));
    const clusters = clustersOf(explained.filter(({ resultId }) => often.has(resultId)));
    const whys = [...evidencedWhys(clusters), ...chainsOf(caused, around, new Set(shown.keys()))];
    const drafts = proposals.map((proposal) => draftOf(proposal, idOf));
    return {
      whys,
      causes: causesOf(caused),
      improvements: suggested(complete, { outcome: complete.outcome, whys, drafts, around }, session.sessionId),
      contribution: null,
    };
  }

  /** The outcomes that are looked into. A turn whose answer did not come again is compared with the complete question all the same. */
  private explicable(outcomes: readonly TrialOutcome[], failures: readonly TestResult[]): readonly Explicable[] {
    const sampled = new Map(failures.map((result) => [result.questionId, result]));
    const isTurn = ({ trial: { history = [] } }: TrialOutcome) => history.length > 0;
    return outcomes
      .filter((outcome) => isFailed(outcome) || isTurn(outcome))
      .flatMap((outcome) => {
        const result = sampled.get(outcome.trial.question.id);
        return result === undefined ? [] : [{ outcome, result }];
      });
  }

  private async investigated(
    bench: ExperimentRunner,
    {
      complete,
      explicable,
      around,
      onPhase,
    }: Pick<FailedSession, 'complete' | 'onPhase'> & {
      readonly explicable: readonly Explicable[];
      readonly around: Surroundings;
    },
    signal: AbortSignal,
  ): Promise<readonly Investigation[]> {
    const investigations: Investigation[] = [];
    for (const [done, { outcome, result }] of explicable.entries()) {
      await onPhase('finding_causes', { done, total: explicable.length });
      const { resultId, judgement } = result;
      const failure = { resultId, outcome, failureType: judgement.failureType ?? undefined };
      const circumstances = {
        ...(await this.circumstances(result, complete, signal)),
        earlier: await this.earlier(result, complete, signal),
        isWhole: result.context?.restsOnContext === false,
        chunks: knownChunks(result, around.chunks),
      };
      investigations.push(await this.failures.investigate(bench, failure, circumstances));
    }
    return investigations;
  }

  /** The earlier questions of a turn, with the titles of their documents. */
  private async earlier(
    { scenarioId, turn }: TestResult,
    { session, results }: CompleteSession,
    signal: AbortSignal,
  ): Promise<readonly EarlierQuestion[]> {
    const before = results
      .filter((other) => scenarioId !== null && other.scenarioId === scenarioId && (other.turn ?? 0) < (turn ?? 0))
      .sort((a, b) => (a.turn ?? 0) - (b.turn ?? 0));
    const found: EarlierQuestion[] = [];
    for (const { query, gold, context, turn: at } of before) {
      const { documentId, quote } = gold;
      const document =
        documentId === null ? undefined : await this.source.one(documentId, session.request.scope, signal);
      found.push({
        turn: at ?? 1,
        text: query,
        title: document?.title ?? null,
        quote,
        documentId,
        isWhole: context?.restsOnContext === false,
      });
    }
    return found;
  }

  /** Decides which counterfactuals could explain a failure: another edition, a wider filter, the completed turn. */
  private async circumstances(
    { gold, asOf, scenarioId, turn, query }: TestResult,
    { session, questions }: CompleteSession,
    signal: AbortSignal,
  ): Promise<Circumstances> {
    const { scope, targetScope } = session.request;
    const dialogue = questions.dialogues.find((one) => one.scenarioId === scenarioId);
    const held = dialogue?.turns.find((one) => one.turn === turn);
    // A turn that can be answered alone is not explained by the lack of the earlier ones.
    const earlier = dialogue?.turns.filter((one) => one.turn < (turn ?? 0)).map(({ text }) => text) ?? [];
    const said = held === undefined ? [] : saidIn(earlier, held.implied);
    const standsAlone = held !== undefined && (!restsOnContext(held) || said.length === 0);
    const completed = held === undefined || standsAlone ? undefined : inTheirWords(held.completed, [...earlier, query]);
    if (gold.documentId === null) return { completed, standsAlone };
    const document = await this.source.one(gold.documentId, scope, signal);
    const day = document?.effectiveFrom ?? undefined;
    const isOutside =
      targetScope !== undefined &&
      document !== undefined &&
      (await this.source.one(gold.documentId, targetScope, signal)) === undefined;
    return { completed, standsAlone, isOutside, day: day === asOf ? undefined : day };
  }
}

/** A completed turn, if the questions so far have its words: one with the heading of the right passage says what no turn has said. */
const inTheirWords = (completed: string, questions: readonly string[]): string | undefined =>
  unsaidWords(completed, questions.join('\n')).length === 0 ? completed : undefined;

/** A failed single question whose passage is known. */
const isLost = (result: TestResult): boolean =>
  isSingle(result) && isEvaluated(result) && !isSuccess(result) && result.gold.answerable && result.gold.quote !== null;

/** Repairs that can be tried, after those that the gates require. */
function suggested(
  { results }: CompleteSession,
  found: {
    readonly outcome: CompleteSession['outcome'];
    readonly whys: readonly FiveWhys[];
    readonly drafts: readonly ImprovementDraft[];
    readonly around: Surroundings;
  },
  sessionId: string,
) {
  const written = suggestImprovements(sessionId, results, found);
  const tried = found.drafts.map((draft, i) => ({
    ...draft,
    id: `imp_${sessionId}_${written.length + i + 1}`,
    status: 'proposed' as const,
  }));
  return [...tried, ...written.filter((one) => !isRepairOf(one, found.drafts))];
}

/** Whether a written suggestion is about a word that a repair joins with another. */
function isRepairOf({ type, description }: Improvement, drafts: readonly ImprovementDraft[]): boolean {
  const word = /^“([^”]+)”/u.exec(description)?.[1];
  const isFor = (draft: ImprovementDraft) => draft.type === type && draft.suggestedValue.startsWith(`“${word}”`);
  return type === 'synonym' && word !== undefined && drafts.some(isFor);
}
