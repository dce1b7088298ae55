import {
  KeptAnswer,
  RememberedSource,
  ReviewReason,
  StoredCitation,
  Turn,
  TurnDetails,
} from '../domain/conversation.js';

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
  readonly details: string;
  readonly took_ms: number | null;
  readonly degraded: string;
  readonly done_at: string | null;
  readonly done_note: string | null;
}

function isSource(value: unknown): value is RememberedSource {
  return typeof value === 'object' && value !== null;
}

/** A stored list of texts; other values are left out. */
export function readTexts(json: string): string[] {
  const value: unknown = JSON.parse(json);
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

const CITATION_FIELDS = ['start', 'end', 'source_n', 'quote_start', 'quote_end'];

function isCitation(value: unknown): value is StoredCitation {
  if (typeof value !== 'object' || value === null) return false;
  const fields = new Map<string, unknown>(Object.entries(value));
  return CITATION_FIELDS.every((name) => typeof fields.get(name) === 'number');
}

const isPath = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((label) => typeof label === 'string');

const DETAILS = ['citations', 'abstained', 'language', 'asOf', 'agentId', 'categories'];

/** Reads the details of a turn; what another release wrote differently is left out. */
function readDetails(json: string): TurnDetails {
  const value: unknown = JSON.parse(json);
  if (typeof value !== 'object' || value === null) return {};
  const fields = new Map<string, unknown>(Object.entries(value));
  const [citations, abstained, language, asOf, agentId, categories] = DETAILS.map((name) => fields.get(name));
  return {
    ...(Array.isArray(citations) ? { citations: citations.filter(isCitation) } : {}),
    ...(typeof abstained === 'boolean' ? { abstained } : {}),
    ...(fields.get('isSmallTalk') === true ? { isSmallTalk: true } : {}),
    ...(typeof language === 'string' ? { language } : {}),
    ...(typeof asOf === 'string' ? { asOf } : {}),
    ...(typeof agentId === 'string' ? { agentId } : {}),
    ...(Array.isArray(categories) ? { categories: categories.filter(isPath) } : {}),
  };
}

export function toTurn(row: TurnRow): Turn {
  const sources: unknown = JSON.parse(row.sources);
  const grounds = readTexts(row.grounds);
  const details = readDetails(row.details);
  const degraded = readTexts(row.degraded);
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
    ...(Object.keys(details).length === 0 ? {} : { details }),
    ...(row.took_ms === null ? {} : { tookMs: row.took_ms }),
    ...(degraded.length === 0 ? {} : { degraded }),
    ...(row.done_at === null ? {} : { done: { at: row.done_at, note: row.done_note } }),
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

/** What became of a question, for counting; null for a turn of an earlier release. `test`: it belongs to a test session. */
export function outcomeOf({ details }: Turn): 'answered' | 'abstained' | 'small_talk' | 'test' | null {
  if (details?.isTest === true) return 'test';
  if (details?.isSmallTalk === true) return 'small_talk';
  if (details?.abstained === undefined) return null;
  return details.abstained ? 'abstained' : 'answered';
}
