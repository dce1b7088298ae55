import { observedCause } from '../../attribution/domain/observed-cause.js';
import { clusterKey, COMPLETE_FOLLOW_UPS } from '../../attribution/domain/row-cause.js';
import { placeInTrace } from '../../attribution/domain/shown-answer.js';
import { RagComponent } from '../../attribution/domain/trace-attribution.js';
import { CounterfactualRun, cured, isCure, isMeant, rankText, runText } from './counterfactual-run.js';
import { byFiller, byTopic } from './follow-up-cause.js';
import { byNoPart, byOtherSearch, byWeights, byWording, notBySearchAlone } from './search-run-causes.js';
import { Cause, Investigation, SessionFailure, SessionRow } from './session-failure.js';
import { TrialOutcome } from './trial.js';

/**
 * Whether asking again gave the same kind of answer as the session got: only then the runs with one change say something about that answer.
 */
export const isRepeated = ({ outcome: { answer, judgement } }: Investigation, { result }: SessionRow): boolean =>
  answer?.abstained === result.abstained &&
  // Lost context is seen in the dialogue alone.
  (judgement?.failureType === result.judgement.failureType ||
    (result.judgement.failureType === 'LOST_CONTEXT' && judgement?.failureType != null));

/** A cluster of failures by cause. */
export interface CauseCluster {
  readonly cause: Cause;
  readonly members: readonly CausedInvestigation[];
}

/** A failure with the cause that its runs show. */
export interface CausedInvestigation {
  readonly cause: Cause;
  readonly found: SessionFailure;
}

function outsideOfFilter(found: Investigation): Cause | undefined {
  const run = cured(found, 'wider_filter');
  if (run === undefined) return undefined;
  return {
    key: 'filter',
    component: 'filter',
    because: 'The passage is in a category that the target does not search.',
    change: `Give the agent the category of ${found.outcome.trial.question.gold.documentId ?? 'the document'}, or ask such questions of a target with that category.`,
    shownBy: run,
  };
}

/** Whether a turn of a dialogue was searched for without its previous turns. */
export function wasTakenAsItStands({ trial, answer }: TrialOutcome): boolean {
  return (trial.history ?? []).length > 0 && answer?.understood.question === trial.question.text;
}

function withoutContext(found: Investigation): Cause | undefined {
  const run = cured(found, 'oracle_rewrite');
  // A question completed with the heading of the right passage shows nothing about the earlier turns.
  if (run === undefined || found.completed === undefined || found.standsAlone === true) return undefined;
  if (!wasTakenAsItStands(found.outcome)) return undefined;
  return {
    key: 'no_pattern',
    component: 'query_analyzer',
    because: 'No pattern classifies the turn as a follow-up, so that it was not completed with the earlier turns.',
    change: 'Add the opening of such turns to followup_patterns of query_analyzer in pipeline.json.',
    shownBy: run,
  };
}

/** Whether a turn failed since no pattern reads it as a follow-up, by a run with the complete question. */
export const lacksPattern = (found: Investigation): boolean =>
  (outsideOfFilter(found) ?? misreadAsSmallTalk(found) ?? withoutContext(found))?.key === 'no_pattern';

function misreadAsSmallTalk(found: Investigation): Cause | undefined {
  const { answer, trial } = found.outcome;
  const run = found.runs.find((r) => r.kind === 'component_off' && r.component === 'self_rag' && r.success === true);
  if (answer?.understood.intent !== 'general' || !trial.question.gold.answerable || run === undefined) return undefined;
  return {
    key: 'intent:general',
    component: 'query_analyzer',
    because: 'A rule of the intents classifies the question as small talk, so that nothing is searched.',
    change: 'Remove the pattern that matches, or put a rule for questions before it.',
    shownBy: run,
  };
}

function bySynonym(found: Investigation): Cause | undefined {
  const run = found.runs.find((one) => one.kind === 'synonym' && isCure(one) && isMeant(one));
  if (run === undefined) return undefined;
  return {
    key: `synonym:${run.change}`,
    component: 'query_analyzer',
    because: `No synonym joins the words: the search alone had the gold passage ${rankText(found.goldRank)}. ${runText(run)}.`,
    change: run.change,
    shownBy: run,
  };
}

/** Where what a component did can be changed. */
const CHANGE_OF: Partial<Record<RagComponent, string>> = {
  hyde: 'Look at the conditions of hyde in pipeline.json.',
  query_analyzer: 'Look at the synonyms and at the rules that read the question.',
  hybrid_search: 'Compare the passages by words with those by vectors for this question; no weights were tried.',
};

function byComponent(found: Investigation): Cause | undefined {
  const run = cured(found, 'component_off');
  if (run?.component == null) return undefined;
  return {
    key: `off:${run.component}`,
    component: run.component,
    because: `${run.component} spoils what is right without it.`,
    change: CHANGE_OF[run.component] ?? `Look at the numbers of ${run.component} in pipeline.json.`,
    shownBy: run,
  };
}

/** The judge, a follow-up that became another question, or a word that was taken for another: no missing synonym explains it. */
const MISREAD: ReadonlySet<string> = new Set([
  'verbatim',
  'over_completed',
  'context',
  'not_completed',
  'context_unseen',
  'synonym',
]);

/** Findings in the trace that a run without another component does not change. */
const DECISIVE: ReadonlySet<string> = new Set([
  'kind',
  'thing',
  'withheld_likeliest',
  'half_read',
  'added',
  'sentence_missed',
]);

/** The run that a finding of the trace was tested with: the one that helped, or else the passage handed over. */
const testedBy = (found: Investigation): CounterfactualRun | undefined =>
  cured(found, 'oracle_rewrite') ??
  cured(found, 'oracle_retrieval') ??
  found.runs.find((run) => run.kind === 'oracle_retrieval');

/** A turn that was completed, and whose passage another complete question finds. */
function byCompletion(found: SessionFailure): Cause | undefined {
  const run = cured(found, 'oracle_rewrite');
  const { trial, answer } = found.outcome;
  if ((trial.history ?? []).length === 0) return undefined;
  const understood = answer?.understood.question ?? null;
  // With the heading of the right passage it says nothing about the earlier turns.
  if (run === undefined || found.completed === undefined || understood === null) return undefined;
  if (understood === trial.question.text) return undefined;
  return {
    key: 'completion',
    component: 'query_analyzer',
    because: `The follow-up was completed to “${understood}”. As another complete question it is answered: ${runText(run)}.`,
    change: COMPLETE_FOLLOW_UPS,
    shownBy: run,
  };
}

/** Whether the turn was asked with what the earlier turns said, and is still wrong: then it lacks something else. */
const isContextKept = (found: SessionFailure): boolean =>
  // A comparison needs all of its topics; a run names one.
  found.row.result.context?.followUp !== 'comparison' &&
  found.runs.some(
    ({ kind, success }) =>
      success === false && (kind === 'named_topic' || (kind === 'oracle_rewrite' && found.completed !== undefined)),
  );

/** Whether the question is still wrong without the analysis, which joins synonyms, and with each synonym that was tried. */
const areSynonymsRuledOut = (found: Investigation): boolean =>
  found.runs.some(
    ({ kind, component, success }) => kind === 'component_off' && component === 'query_analyzer' && success === false,
  ) && cured(found, 'synonym') === undefined;

/**
 * The cause of a failure: that of its trace, unless a run with one change shows another one. The smallest change comes first, and a
 * component that is off comes after what the trace itself decides.
 */
export function causeOf(found: SessionFailure): Cause {
  const decided = decidedCause(found);
  const others = new Set(
    found.runs.flatMap(({ kind, component, success }) =>
      kind === 'component_off' && success === true && component !== null && component !== decided.component
        ? [component]
        : [],
    ),
  );
  if (others.size === 0) return decided;
  return { ...decided, because: `${decided.because} Without ${[...others].join(', ')} the answer is right too.` };
}

function decidedCause(found: SessionFailure): Cause {
  const { result, around } = found.row;
  const ruledOut = { context: isContextKept(found), synonyms: areSynonymsRuledOut(found) };
  const seen = { ...observedCause(result, around, ruledOut), shownBy: testedBy(found) };
  const isFound = placeInTrace(result, around.chunks) !== null;
  return (
    outsideOfFilter(found) ??
    misreadAsSmallTalk(found) ??
    (seen.key === 'verbatim' ? seen : undefined) ??
    withoutContext(found) ??
    byFiller(found) ??
    byTopic(found) ??
    (MISREAD.has(seen.key) ? seen : undefined) ??
    bySynonym(found) ??
    (DECISIVE.has(seen.key) ? seen : undefined) ??
    byComponent(found) ??
    byCompletion(found) ??
    (isFound ? seen : undefined) ??
    byWording(found) ??
    byOtherSearch(found) ??
    byWeights(found) ??
    (cured(found, 'oracle_rewrite') === undefined ? notBySearchAlone(found) : undefined) ??
    (found.runs.length > 0 && seen.key === 'not_found' ? byNoPart(found) : seen)
  );
}

/** A follow-up is of the cause of single questions only if a run of its own shows that cause. */
function memberKey({ cause, found }: CausedInvestigation): string {
  const { shownBy } = cause;
  // A run with the right passage, or with its heading, shows no part.
  const isShown = shownBy !== undefined && isCure(shownBy) && !shownBy.kind.startsWith('oracle');
  const isFollowUp = (found.outcome.trial.history ?? []).length > 0;
  return `${clusterKey(cause)}${isFollowUp && !isShown ? '/follow_up' : ''}`;
}

/** Clusters by cause, the greatest first. */
export function clustersOf(investigations: readonly SessionFailure[]): CauseCluster[] {
  const all = investigations.map((found) => ({ cause: causeOf(found), found }));
  return [...Map.groupBy(all, memberKey).values()]
    .flatMap((members) => {
      const [first] = members;
      return first === undefined ? [] : [{ cause: first.cause, members }];
    })
    .sort((a, b) => b.members.length - a.members.length);
}
