import { KeptAnswer, RememberedSource, ReviewReason, Turn } from '../domain/conversation.js';

/** A row of conversation_turns. */
export interface TurnRow {
  readonly message: string;
  readonly completed_question: string;
  readonly response: string;
  readonly sources: string;
  readonly trace_id: string;
  readonly created_at: string;
  readonly owner: string;
  readonly confidence: number | null;
  readonly review_below: number | null;
  readonly review_reason: string | null;
  readonly grounds: string;
}

function isSource(value: unknown): value is RememberedSource {
  return typeof value === 'object' && value !== null;
}

function readTexts(json: string): string[] {
  const value: unknown = JSON.parse(json);
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

export function toTurn(row: TurnRow): Turn {
  const sources: unknown = JSON.parse(row.sources);
  const grounds = readTexts(row.grounds);
  return {
    message: row.message,
    completedQuestion: row.completed_question,
    response: row.response,
    sources: Array.isArray(sources) ? sources.filter(isSource) : [],
    traceId: row.trace_id,
    createdAt: row.created_at,
    confidence: row.confidence ?? undefined,
    reviewBelow: row.review_below ?? undefined,
    ...(grounds.length === 0 ? {} : { grounds }),
  };
}

export function toKeptAnswer(row: TurnRow): KeptAnswer {
  const reason = row.review_reason;
  const reviewReason = reason === 'low_confidence' || reason === 'confirmed' ? reason : undefined;
  return { ...toTurn(row), owner: row.owner, reviewReason };
}

/** The reason to review a turn, from its values at the time of writing. */
export function reasonOf({ confidence, reviewBelow }: Turn): ReviewReason | null {
  const isLow = confidence !== undefined && reviewBelow !== undefined && confidence < reviewBelow;
  return isLow ? 'low_confidence' : null;
}
