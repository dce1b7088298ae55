import { RagComponent } from '../../attribution/domain/trace-attribution.js';
import { Patch } from './experiment-sandbox.js';
import { ABBREVIATED, likeness, WordPair } from './synonym-repair.js';
import { WrittenWords } from './written-words.js';
import { NEAR_IN_MEANING } from './verification.js';

export type CounterfactualKind =
  | 'oracle_retrieval'
  | 'oracle_rewrite'
  | 'component_off'
  | 'other_edition'
  | 'wider_filter'
  | 'wider_search'
  | 'hyde_on'
  | 'synonym'
  | 'wording'
  | 'named_topic'
  | 'weights';

/** Words of a question that were exchanged for others, or left out. */
export interface ExchangedWords {
  readonly from: string;
  /** Null if they were left out. */
  readonly to: string | null;
  /** The words of the passage or of its heading, literally; undefined if neither has them in one form. */
  readonly written?: WrittenWords | undefined;
  /** For words of an earlier turn, kept in the completed question. */
  readonly turn?: number | undefined;
}

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
  /** For other words. */
  readonly words?: ExchangedWords | undefined;
  /** For a follow-up as a complete question: the added words of an earlier question, null without any, and the turn that they come from. */
  readonly topic?:
    | { readonly words: string | null; readonly isTitled?: boolean | undefined; readonly turn: number | null }
    | undefined;
  /** Whether the first source of the answer quotes the right passage; undefined without an answer. */
  readonly leads?: boolean | undefined;
  /** For a synonym: how near its words are in meaning, by vectors. */
  readonly meaning?: number | undefined;
}

/** Whether a synonym is one: any two words can be joined, and some of them bring up a passage by chance. */
export const isMeant = ({ pair, meaning }: CounterfactualRun): boolean =>
  pair === undefined || meaning === undefined || meaning >= NEAR_IN_MEANING || likeness(pair) >= ABBREVIATED;

/** Whether a run made the answer right, and not by a second quote after the same wrong one. */
export const isCure = ({ success, leads }: CounterfactualRun): boolean => success === true && leads !== false;

/** The first run of a kind that is a cure. */
export const cured = (
  { runs }: { readonly runs: readonly CounterfactualRun[] },
  kind: CounterfactualKind,
): CounterfactualRun | undefined => runs.find((run) => run.kind === kind && isCure(run));

export const rankText = (rank: number | null) => (rank === null ? 'beyond place 100' : `at place ${rank}`);

/** What came of a run, with its numbers. */
export function effectText({
  success,
  score,
  goldRank,
}: Pick<CounterfactualRun, 'success' | 'score' | 'goldRank'>): string {
  // See `ExperimentRunner`: an answer that is right by its facts does not cure a question that has another passage.
  const isElsewhere = success === false && score === null;
  const answer =
    success === true
      ? 'the answer is right'
      : isElsewhere
        ? 'the answer has the facts from another passage'
        : success === false
          ? 'the answer is still wrong'
          : 'no answer came';
  const points = score === null ? '' : ` (${score.toFixed(1)} of 5)`;
  return `${answer}${points}${goldRank === null ? '' : `, the gold passage is at place ${goldRank}`}`;
}

export const runText = (run: CounterfactualRun): string => `${run.change}: ${effectText(run)}`;
