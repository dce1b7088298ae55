import { groupedBy } from '../../domain/grouped-by.js';
import { FailedPart } from '../../attribution/domain/suspicion.js';
import { FailureType, TestResult } from '../../domain/test-result.js';
import { CHECK_ANSWER, LOOK_AT_DECISION, withheldCause } from '../../attribution/domain/five-whys.js';
import { placeInTrace, wasMovedDown } from '../../attribution/domain/shown-answer.js';
import { abstainedText, RagComponent, withheldBy } from '../../attribution/domain/trace-attribution.js';
import { ImprovementType } from '../../sessions/domain/improvement.js';
import { ABBREVIATED, likeness, WordPair } from './synonym-repair.js';
import { NEAR_IN_MEANING } from './verification.js';
import { Patch } from './experiment-sandbox.js';
import { TrialOutcome } from './trial.js';

export type CounterfactualKind =
  | 'oracle_retrieval'
  | 'oracle_rewrite'
  | 'component_off'
  | 'other_edition'
  | 'wider_filter'
  | 'wider_search'
  | 'hyde_on'
  | 'synonym';

/** A trial run with one change. */
export interface CounterfactualRun {
  readonly kind: CounterfactualKind;
  /** The change, in words. */
  readonly change: string;
  readonly success: boolean | null;
  readonly score: number | null;
  /** Rank of the gold passage in the search with the change; null if it was not searched for or not found. */
  readonly goldRank: number | null;
  readonly component: RagComponent | null;
  /** For a change of the configuration. */
  readonly patch: Patch;
  /** For a synonym: the pair of words. */
  readonly pair?: WordPair | undefined;
  /** For a synonym: how near its words are in meaning, by vectors. */
  readonly meaning?: number | undefined;
}

/** Whether a synonym is one: any two words can be joined, and some of them bring up a passage by chance. */
export const isMeant = ({ pair, meaning }: CounterfactualRun): boolean =>
  pair === undefined || meaning === undefined || meaning >= NEAR_IN_MEANING || likeness(pair) >= ABBREVIATED;

/** Findings about one failure. */
export interface Investigation {
  readonly resultId: string;
  readonly outcome: TrialOutcome;
  /** One-based rank in the search alone; null beyond rank 100. */
  readonly goldRank: number | null;
  /** Words of the question that the gold passage does not have. */
  readonly foreign: readonly string[];
  readonly runs: readonly CounterfactualRun[];
  /** Its type in its session; undefined if it is of no session. */
  readonly failureType?: FailureType | undefined;
  /** The answer of the session, which the steps of a chain are about; undefined if it is of no session. */
  readonly row?: SessionRow | undefined;
  /** Whether a turn can be answered without the earlier ones: then their lack does not explain it. */
  readonly standsAlone?: boolean | undefined;
}

/** A result of the session, with the chunks that are known to contain the gold passages of all results. */
export interface SessionRow {
  readonly result: TestResult;
  readonly chunks: ReadonlyMap<string, ReadonlySet<string>>;
}

/**
 * Whether asking again gave the same kind of answer as the session got: only then the runs with one change say something about that answer.
 */
export const isRepeated = ({ outcome: { answer, judgement } }: Investigation, { result }: SessionRow): boolean =>
  answer?.abstained === result.abstained && judgement?.failureType === result.judgement.failureType;

/** The place of the right passage: in the answer of the session, or else in the search alone. */
function placeOf({ row, goldRank }: Investigation): number | null {
  return row === undefined || row.result.events.length === 0 ? goldRank : placeInTrace(row.result, row.chunks).rank;
}

const withheldIn = ({ row }: Investigation) => (row === undefined ? undefined : withheldBy(row.result));

/** The root cause of a chain: failures with the same key have the same cause regardless of their wording. */
export interface Cause {
  readonly key: string;
  readonly component: FailedPart;
  readonly type: ImprovementType;
  readonly because: string;
  readonly change: string;
  /** The run that shows it; undefined if only the lack of a helpful run shows it. */
  readonly shownBy: CounterfactualRun | undefined;
}

/** A cluster of failures by cause. */
export interface CauseCluster {
  readonly cause: Cause;
  readonly members: readonly Investigation[];
}

/** Passages that the answer is written from; passages of a lower rank are not read. */
const READ_PASSAGES = 10;

const cured = (found: Investigation, kind: CounterfactualKind) =>
  found.runs.find((run) => run.kind === kind && run.success === true);

export const rankText = (rank: number | null) => (rank === null ? 'beyond place 100' : `at place ${rank}`);

export const runText = ({ change, success, score, goldRank }: CounterfactualRun): string =>
  `${change}: ${success === true ? 'the answer is right' : success === false ? 'the answer is still wrong' : 'no answer came'}` +
  `${score === null ? '' : ` (${score.toFixed(1)} of 5)`}${goldRank === null ? '' : `, the gold passage is at place ${goldRank}`}`;

function outsideOfFilter(found: Investigation): Cause | undefined {
  const run = cured(found, 'wider_filter');
  if (run === undefined) return undefined;
  return {
    key: 'filter',
    component: 'filter',
    type: 'code_pattern',
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
  if (run === undefined || found.standsAlone === true || !wasTakenAsItStands(found.outcome)) return undefined;
  return {
    key: 'context',
    component: 'query_analyzer',
    type: 'code_pattern',
    because:
      'No pattern classifies the turn as a follow-up, so that it was not completed with the earlier turns (맥락).',
    change: 'Add the opening of such turns to followup_patterns of query_analyzer in pipeline.json.',
    shownBy: run,
  };
}

function misreadAsSmallTalk(found: Investigation): Cause | undefined {
  const { answer, trial } = found.outcome;
  const run = found.runs.find((r) => r.kind === 'component_off' && r.component === 'self_rag' && r.success === true);
  if (answer?.understood.intent !== 'general' || !trial.question.gold.answerable || run === undefined) return undefined;
  return {
    key: 'intent:general',
    component: 'query_analyzer',
    type: 'intent',
    because: 'A rule of the intents classifies the question as small talk, so that nothing is searched.',
    change: 'Remove the pattern that matches, or put a rule for questions before it.',
    shownBy: run,
  };
}

function bySynonym(found: Investigation): Cause | undefined {
  const run = found.runs.find((one) => one.kind === 'synonym' && one.success === true && isMeant(one));
  if (run === undefined) return undefined;
  return {
    key: `synonym:${run.change}`,
    component: 'query_analyzer',
    type: 'synonym',
    because: `No synonym joins the words: the search alone had the gold passage ${rankText(found.goldRank)}. ${runText(run)}.`,
    change: run.change,
    shownBy: run,
  };
}

function byComponent(found: Investigation): Cause | undefined {
  const run = cured(found, 'component_off');
  if (run?.component == null) return undefined;
  const isHyde = run.component === 'hyde';
  return {
    key: `off:${run.component}`,
    component: run.component,
    type: isHyde ? 'hyde_condition' : 'code_weight',
    because: `${run.component} spoils what is right without it.`,
    change: `Look at the ${isHyde ? 'conditions' : 'numbers'} of ${run.component} in pipeline.json.`,
    shownBy: run,
  };
}

const OTHERS: readonly (Omit<Cause, 'shownBy'> & { readonly kind: CounterfactualKind })[] = [
  {
    kind: 'hyde_on',
    key: 'hyde',
    component: 'hyde',
    type: 'hyde_condition',
    because: 'A hypothetical passage leads to the right one, and the conditions of hyde leave the question out.',
    change: 'Widen the conditions of hyde (vague_words, vague_patterns) in pipeline.json.',
  },
  {
    kind: 'other_edition',
    key: 'edition',
    component: 'query_analyzer',
    type: 'code_pattern',
    because: 'The question is about another day than the day of the searched editions.',
    change: 'Extend the rules that read the day from the question (as_of).',
  },
  {
    kind: 'wider_search',
    key: 'depth',
    component: 'hybrid_search',
    type: 'code_weight',
    because: 'Too few passages are read.',
    change: 'Read more passages (top_k), or look at the weights of the search.',
  },
  {
    kind: 'oracle_rewrite',
    key: 'wording',
    component: 'dynamic_query_expansion',
    type: 'query_expansion',
    because: 'The question does not name its topic in words that lead to the passage.',
    change: 'Look at the numbers of the second retrieval (decisive, feedback_terms) in pipeline.json.',
  },
];

function byRetrieval(found: Investigation): Cause | undefined {
  const run = cured(found, 'oracle_retrieval');
  if (run === undefined) return undefined;
  const { row, goldRank } = found;
  const rank = placeOf(found);
  const isRead = rank !== null && rank <= READ_PASSAGES;
  const isMoved = row !== undefined && wasMovedDown(row.result, row.chunks);
  const seen =
    row === undefined || rank === null
      ? `the search alone has it ${rankText(goldRank)}`
      : `the answer had it ${rankText(rank)}`;
  return {
    key: isRead ? (isMoved ? 'moved' : 'order') : 'retrieval',
    // Only a passage that it moved down was lost by the reranker.
    component: isRead && isMoved ? 'reranker' : 'hybrid_search',
    type: 'code_weight',
    because: `With the passage handed over the answer is right; ${seen}.`,
    change: isRead
      ? 'Look at the weight of relevance in the final order.'
      : 'Look at the weights of words and vectors.',
    shownBy: run,
  };
}

const READING: Cause = {
  key: 'reading',
  component: 'answer_writer',
  type: 'code_pattern',
  because: 'Even with the right passage handed over the answer is wrong: it is read wrongly.',
  change: CHECK_ANSWER,
  shownBy: undefined,
};

/** The target had the right passage and abstained: the decision to answer is the cause, whatever moves its probability. */
function byDecision(found: Investigation): Cause | undefined {
  const withheld = withheldIn(found);
  const handed = found.runs.find((run) => run.kind === 'oracle_retrieval');
  const rewritten = cured(found, 'oracle_rewrite');
  if (withheld === undefined) return undefined;
  const decision = { component: 'answer_decision', type: 'code_weight', change: LOOK_AT_DECISION } as const;
  if (found.row !== undefined && placeOf(found) !== null)
    return {
      ...decision,
      ...withheldCause(withheld, found.row.result, found.row.chunks),
      shownBy: rewritten ?? handed,
    };
  if (handed?.success !== false || rewritten !== undefined) return undefined;
  const because = `It ${abstainedText(withheld)}; handing over the right passage does not help.`;
  return { ...decision, key: 'withheld_all_the_same', because, shownBy: handed };
}

/** The passage was retrieved, and only its own words lead to the right answer. */
function byReading(found: Investigation): Cause | undefined {
  const run = cured(found, 'oracle_rewrite');
  const rank = placeOf(found);
  if (run === undefined || rank === null || rank > READ_PASSAGES) return undefined;
  return {
    ...READING,
    key: 'wording_read',
    because: 'The passage is retrieved; only asked in its words the answer is right: the question is read wrongly.',
    shownBy: run,
  };
}

/** The cause that the counterfactuals show; the one with the smallest change first. */
export function causeOf(found: Investigation): Cause {
  const other = OTHERS.flatMap(({ kind, ...cause }) => {
    const run = cured(found, kind);
    return run === undefined ? [] : [{ ...cause, shownBy: run }];
  })[0];
  const reading = { ...READING, shownBy: found.runs.find((run) => run.kind === 'oracle_retrieval') };
  return (
    outsideOfFilter(found) ??
    misreadAsSmallTalk(found) ??
    withoutContext(found) ??
    bySynonym(found) ??
    byComponent(found) ??
    byDecision(found) ??
    byReading(found) ??
    other ??
    byRetrieval(found) ??
    reading
  );
}

/** Clusters by cause, the greatest first. */
export function clustersOf(investigations: readonly Investigation[]): CauseCluster[] {
  const all = investigations.map((found) => ({ cause: causeOf(found), found }));
  return [...groupedBy(all, ({ cause }) => cause.key).values()]
    .flatMap((group) => {
      const [first] = group;
      return first === undefined ? [] : [{ cause: first.cause, members: group.map(({ found }) => found) }];
    })
    .sort((a, b) => b.members.length - a.members.length);
}
