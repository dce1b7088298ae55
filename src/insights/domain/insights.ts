import { QuotedSource } from '../../shared/domain/quoted-source.js';

/** Which answers are counted: those of a time, and of one caller or of all. */
export interface CountedAnswers {
  /** ISO 8601, UTC; inclusive. */
  readonly since: string;
  /** ISO 8601, UTC; exclusive. */
  readonly until: string;
  /** Undefined: the answers of all callers. */
  readonly owner: string | undefined;
}

/** Questions of a day (UTC). Small talk asks nothing of the documents, and is not among them. */
export interface QuestionsOfDay {
  readonly day: string;
  readonly questions: number;
  readonly answered: number;
  readonly abstained: number;
  readonly degraded: number;
}

/** Ratings of the answers of a day. */
export interface RatingsOfDay {
  readonly day: string;
  readonly up: number;
  readonly down: number;
}

/** Rated answers whose calibrated confidence is in one tenth of 0..1. */
export interface ConfidenceBin {
  /** 0..9: from n / 10 to (n + 1) / 10. */
  readonly tenth: number;
  readonly up: number;
  readonly down: number;
  /** Mean confidence of these answers. */
  readonly meanConfidence: number;
}

export interface AnswerTimes {
  /** Answers whose time is stored. */
  readonly measured: number;
  readonly p50Ms: number | null;
  readonly p95Ms: number | null;
  readonly slow: number;
}

export interface DegradedMark {
  readonly mark: string;
  readonly questions: number;
}

/** Calls of language models and what they cost. */
export interface ModelCost {
  readonly calls: number;
  readonly usd: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

export interface CostOfDay extends ModelCost {
  readonly day: string;
}

/** What the cost is divided by: the model with its provider, the agent of the request, and the caller. */
export type CostDivision = 'model' | 'agent' | 'caller';

/** Cost of one model, agent or caller. */
export interface CostShare extends ModelCost {
  /** Empty for requests without an agent. */
  readonly id: string;
}

/** A stored question as the store has it. */
export interface StoredQuestion {
  readonly traceId: string;
  readonly conversationId: string;
  readonly owner: string;
  readonly createdAt: string;
  readonly question: string;
  /** Null for an answer of an earlier release. */
  readonly outcome: string | null;
  readonly confidence: number | null;
  readonly tookMs: number | null;
  readonly degraded: readonly string[];
  readonly rating: string | null;
  readonly comment: string | null;
  /** Documents that the answer quotes: what a person wrote on the answer is shown only while these may be. */
  readonly sources: readonly QuotedSource[];
}

export const QUESTION_KINDS = [
  'all',
  'answered',
  'abstained',
  'degraded',
  'slow',
  'rated',
  'thumbs_up',
  'thumbs_down',
] as const;
export type QuestionKind = (typeof QUESTION_KINDS)[number];

/** `slowest`: those whose time is stored, the longest time first. */
export const QUESTION_ORDERS = ['newest', 'slowest'] as const;
export type QuestionOrder = (typeof QUESTION_ORDERS)[number];

/** The last row of a page: a moment, or a time in milliseconds where the slowest come first. */
export interface RowPosition {
  readonly at: string;
  readonly traceId: string;
}

/** Which questions to list, and in which order. */
export interface QuestionQuery extends CountedAnswers {
  readonly kind: QuestionKind;
  /** Time in ms from which an answer is slow. */
  readonly slowMs: number;
  /** A mark of `degraded`. */
  readonly mark: string | undefined;
  /** Tenth of the calibrated confidence, 0..9. */
  readonly tenth: number | undefined;
  readonly order: QuestionOrder;
  readonly after: RowPosition | undefined;
  readonly limit: number;
}

/** Counts over the stored answers, one query a figure. */
export abstract class InsightsStore {
  abstract questionsByDay(counted: CountedAnswers): Promise<readonly QuestionsOfDay[]>;
  abstract ratingsByDay(counted: CountedAnswers): Promise<readonly RatingsOfDay[]>;
  abstract confidenceBins(counted: CountedAnswers): Promise<readonly ConfidenceBin[]>;
  abstract answerTimes(counted: CountedAnswers, slowMs: number): Promise<AnswerTimes>;
  abstract degradedMarks(counted: CountedAnswers): Promise<readonly DegradedMark[]>;
  /** Cost of the language model on the days (UTC) of a time. */
  abstract costByDay(since: string, until: string): Promise<readonly CostOfDay[]>;
  /** The most expensive first. Days of earlier releases have no shares. */
  abstract costShares(by: CostDivision, since: string, until: string): Promise<readonly CostShare[]>;
  abstract questions(query: QuestionQuery): Promise<readonly StoredQuestion[]>;
}

/** Static embedding of texts, which no document of the store influences. */
export abstract class QuestionMeaning {
  /** `embed` returns a unit vector; all zero for a text without known words. */
  abstract load(): Promise<{ readonly embed: (text: string) => Float32Array }>;
}
