import { foldedWithoutSpaces } from '../../../text/folded-text.js';
import { groupedBy } from '../../domain/grouped-by.js';
import { FailedPart } from '../../attribution/domain/failure-causes.js';
import { FailureType } from '../../domain/test-result.js';
import { observeComponents, RagComponent } from '../../attribution/domain/trace-attribution.js';
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
  /** Its id in its session; undefined if it is of no session. */
  readonly failureType?: FailureType | undefined;
}

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
  if (run === undefined || !wasTakenAsItStands(found.outcome)) return undefined;
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
    because: `No synonym joins the words: the gold passage was ${rankText(found.goldRank)}. ${runText(run)}.`,
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
  const isRead = found.goldRank !== null && found.goldRank <= READ_PASSAGES;
  return {
    key: isRead ? 'order' : 'retrieval',
    component: isRead ? 'reranker' : 'hybrid_search',
    type: 'code_weight',
    because: `With the passage handed over the answer is right; the search has it ${rankText(found.goldRank)}.`,
    change: isRead
      ? 'Look at the weight of relevance in the final order.'
      : 'Look at the weights of words and vectors.',
    shownBy: run,
  };
}

const READING: Cause = {
  key: 'reading',
  component: 'fact_check',
  type: 'code_pattern',
  because: 'Even with the right passage handed over the answer is wrong: it is read or checked wrongly.',
  change: 'Check the answer against the question before it is given.',
  shownBy: undefined,
};

/** The search finds the passage first, and only the passage's own words lead to the right answer. */
function byReading(found: Investigation): Cause | undefined {
  const run = cured(found, 'oracle_rewrite');
  if (run === undefined || found.goldRank !== 1) return undefined;
  return {
    ...READING,
    key: 'wording_read',
    because:
      'The search finds the passage first; only asked in its words the answer is right: the question is read wrongly.',
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

/** Whether a source of the answer quotes the gold passage, and the evidence for it. */
export function goldInAnswer({ answer, trial }: TrialOutcome): {
  readonly isSource: boolean;
  readonly traceRank: number | null;
} {
  const { documentId, quote } = trial.question.gold;
  const begin = foldedWithoutSpaces(quote ?? '').slice(0, 20);
  const observed = observeComponents(answer?.events ?? [], trial.question.gold);
  const rank = (component: RagComponent) => observed.find((o) => o.component === component)?.goldRank?.after ?? null;
  return {
    isSource: (answer?.sources ?? []).some(
      (s) => s.documentId === documentId && foldedWithoutSpaces(s.quote).includes(begin),
    ),
    traceRank: rank('reranker') ?? rank('hybrid_search'),
  };
}
