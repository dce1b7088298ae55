import { groupedBy } from '../../domain/grouped-by.js';
import { FailureType, TestResult } from '../../domain/test-result.js';
import { observedCause } from '../../attribution/domain/observed-cause.js';
import {
  CHECK_ANSWER,
  clusterKey,
  COMPLETE_FOLLOW_UPS,
  LOOK_AT_DECISION,
  RowCause,
} from '../../attribution/domain/row-cause.js';
import { placeInTrace } from '../../attribution/domain/shown-answer.js';
import { Surroundings } from '../../attribution/domain/surroundings.js';
import { abstainedText, withheldBy } from '../../attribution/domain/trace-attribution.js';
import { CounterfactualKind, CounterfactualRun, isCure, isMeant, rankText, runText } from './counterfactual-run.js';
import { TrialOutcome } from './trial.js';

/** Findings about one failure. */
export interface Investigation {
  readonly resultId: string;
  readonly outcome: TrialOutcome;
  /** One-based rank in the search alone; null beyond rank 100. */
  readonly goldRank: number | null;
  readonly runs: readonly CounterfactualRun[];
  /** Its type in its session; undefined if it is of no session. */
  readonly failureType?: FailureType | undefined;
  /** Whether a turn can be answered without the earlier ones: then their lack does not explain it. */
  readonly standsAlone?: boolean | undefined;
  /** The turn, completed with words of earlier questions alone, if it was asked so. */
  readonly completed?: string | undefined;
}

/** A result of the session, with what its other answers show. */
export interface SessionRow {
  readonly result: TestResult;
  readonly around: Surroundings;
}

/** A failure of a session, whose answer the steps of a chain are about. */
export interface SessionFailure extends Investigation {
  readonly row: SessionRow;
}

/**
 * Whether asking again gave the same kind of answer as the session got: only then the runs with one change say something about that answer.
 */
export const isRepeated = ({ outcome: { answer, judgement } }: Investigation, { result }: SessionRow): boolean =>
  answer?.abstained === result.abstained && judgement?.failureType === result.judgement.failureType;

/** The root cause of a chain: failures with the same key have the same cause regardless of their wording. */
export interface Cause extends RowCause {
  /** The run that shows it; undefined if only the lack of a helpful run shows it. */
  readonly shownBy: CounterfactualRun | undefined;
}

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

const cured = (found: Investigation, kind: CounterfactualKind) =>
  found.runs.find((run) => run.kind === kind && isCure(run));

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

function byComponent(found: Investigation): Cause | undefined {
  const run = cured(found, 'component_off');
  if (run?.component == null) return undefined;
  return {
    key: `off:${run.component}`,
    component: run.component,
    because: `${run.component} spoils what is right without it.`,
    change:
      run.component === 'hyde'
        ? 'Look at the conditions of hyde in pipeline.json.'
        : `Look at the numbers of ${run.component} in pipeline.json.`,
    shownBy: run,
  };
}

const OTHERS: readonly (Omit<Cause, 'shownBy'> & { readonly kind: CounterfactualKind })[] = [
  {
    kind: 'hyde_on',
    key: 'hyde',
    component: 'hyde',
    because: 'A hypothetical passage leads to the right one, and the conditions of hyde leave the question out.',
    change: 'Widen the conditions of hyde (vague_words, vague_patterns) in pipeline.json.',
  },
  {
    kind: 'other_edition',
    key: 'edition',
    component: 'query_analyzer',
    because: 'The question is about another day than the day of the searched editions.',
    change: 'Extend the rules that read the day from the question (as_of).',
  },
  {
    kind: 'wider_search',
    key: 'depth',
    component: 'hybrid_search',
    because: 'Too few passages are read.',
    change: 'Read more passages (top_k), or look at the weights of the search.',
  },
  {
    kind: 'oracle_rewrite',
    key: 'wording',
    component: 'dynamic_query_expansion',
    because: 'The question does not name its topic in words that lead to the passage.',
    change: 'Look at the numbers of the second retrieval (decisive, feedback_terms) in pipeline.json.',
  },
];

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

/** The passage was not retrieved, and handing it over does not help either: the search is not the whole cause. */
function notBySearchAlone(found: SessionFailure): Cause | undefined {
  const handed = found.runs.find((run) => run.kind === 'oracle_retrieval');
  if (handed?.success !== false || cured(found, 'oracle_retrieval') !== undefined) return undefined;
  const withheld = withheldBy(found.row.result);
  return withheld === undefined
    ? {
        key: 'reading',
        component: 'answer_writer',
        because: 'Even with the right passage handed over the answer is wrong: it is read wrongly.',
        change: CHECK_ANSWER,
        shownBy: handed,
      }
    : {
        key: 'withheld_all_the_same',
        component: 'answer_decision',
        because: `It ${abstainedText(withheld)}; handing over the right passage does not help.`,
        change: LOOK_AT_DECISION,
        shownBy: handed,
      };
}

/** A change of its words that makes the search find the passage. */
function byWording(found: SessionFailure): Cause | undefined {
  const run = cured(found, 'wording');
  if (run === undefined) return undefined;
  return {
    key: 'words',
    component: 'hybrid_search',
    because: `In the words of the question the search alone has the gold passage ${rankText(found.goldRank)}. ${runText(run)}.`,
    change: 'Look at the weights of words and vectors, and at the words that ask for nothing.',
    shownBy: run,
  };
}

/** A turn that was completed, and whose passage another complete question finds. */
function byCompletion(found: SessionFailure): Cause | undefined {
  const run = cured(found, 'oracle_rewrite');
  const { trial, answer } = found.outcome;
  const understood = answer?.understood.question ?? null;
  if (run === undefined || (trial.history ?? []).length === 0 || understood === null) return undefined;
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
const isContextKept = (found: Investigation): boolean =>
  found.completed !== undefined &&
  found.runs.some(({ kind, success }) => kind === 'oracle_rewrite' && success === false);

/** Changes of the search that help if the right passage was not retrieved. */
function byOtherSearch(found: SessionFailure): Cause | undefined {
  return OTHERS.flatMap(({ kind, ...cause }) => {
    const run = cured(found, kind);
    return run === undefined ? [] : [{ ...cause, shownBy: run }];
  })[0];
}

/**
 * The cause of a failure: that of its trace, unless a run with one change shows another one. The smallest change comes first, and a
 * component that is off comes after what the trace itself decides.
 */
export function causeOf(found: SessionFailure): Cause {
  const { result, around } = found.row;
  const seen = { ...observedCause(result, around, isContextKept(found)), shownBy: testedBy(found) };
  const isFound = placeInTrace(result, around.chunks) !== null;
  return (
    outsideOfFilter(found) ??
    misreadAsSmallTalk(found) ??
    withoutContext(found) ??
    (MISREAD.has(seen.key) ? seen : undefined) ??
    bySynonym(found) ??
    (DECISIVE.has(seen.key) ? seen : undefined) ??
    byComponent(found) ??
    byCompletion(found) ??
    (isFound ? seen : undefined) ??
    byWording(found) ??
    byOtherSearch(found) ??
    notBySearchAlone(found) ??
    seen
  );
}

/** Clusters by cause, the greatest first. */
export function clustersOf(investigations: readonly SessionFailure[]): CauseCluster[] {
  const all = investigations.map((found) => ({ cause: causeOf(found), found }));
  return [...groupedBy(all, ({ cause }) => clusterKey(cause)).values()]
    .flatMap((members) => {
      const [first] = members;
      return first === undefined ? [] : [{ cause: first.cause, members }];
    })
    .sort((a, b) => b.members.length - a.members.length);
}
