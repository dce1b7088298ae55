import type { Answer, Citation, Nearest, Source } from '../api/chat.js';
import type { SharedTurn, StoredTurn } from '../api/conversations.js';

/** An answer as the page shows it: a new one, a stored one, or a shared one. */
export interface ShownAnswer {
  readonly response: string;
  readonly language: string;
  readonly sources: readonly Source[];
  readonly citations: readonly Citation[];
  readonly abstained: boolean;
  readonly isSmallTalk: boolean;
  /** Calibrated probability, 0..1; undefined if it was not stored. */
  readonly confidence: number | undefined;
  /** Undefined in a shared conversation, whose traces belong to another key. */
  readonly traceId: string | undefined;
  /** Seconds. */
  readonly latency: number | undefined;
  readonly completedQuestion: string | undefined;
  readonly nearest: readonly Nearest[];
  readonly needsReview: boolean;
  /** Why parts of the answer are missing, in words. */
  readonly degradation: string | undefined;
  readonly caseId: string | undefined;
  /** When an editor took care of the question, and what the editor says about it. */
  readonly done: { readonly at: string; readonly note: string } | undefined;
  readonly isWithheld: boolean;
  readonly isOutdated: boolean;
}

export function newAnswer({ metadata, ...answer }: Answer): ShownAnswer {
  const { degraded, degraded_reasons: all } = metadata;
  // The answer itself begins with why the language model did not write it.
  const reasons = all?.filter(({ part }) => part !== 'llm').map(({ message }) => message) ?? degraded;
  return {
    response: answer.response,
    language: metadata.language,
    sources: answer.sources,
    citations: answer.citations,
    abstained: metadata.abstained,
    isSmallTalk: metadata.reply === 'small_talk',
    confidence: metadata.calibrated_confidence,
    traceId: metadata.trace_id,
    latency: answer.latency,
    completedQuestion: metadata.completed_question ?? undefined,
    nearest: metadata.nearest ?? [],
    needsReview: metadata.needs_review === true,
    degradation: reasons.length === 0 ? undefined : reasons.join(' '),
    caseId: metadata.cases?.[0]?.case_id,
    done: undefined,
    isWithheld: false,
    isOutdated: false,
  };
}

/** An answer of a conversation that was loaded. */
export function storedAnswer(
  turn: SharedTurn & Partial<Pick<StoredTurn, 'trace_id' | 'completed_question' | 'done_at' | 'done_note'>>,
): ShownAnswer {
  return {
    response: turn.response,
    language: turn.language ?? 'en',
    sources: turn.sources,
    citations: turn.citations ?? [],
    // Answers of an earlier release do not say it; without a source nothing was answered.
    abstained: turn.abstained ?? (turn.sources.length === 0 && turn.withheld !== true),
    isSmallTalk: turn.reply === 'small_talk',
    confidence: turn.calibrated_confidence ?? undefined,
    traceId: turn.trace_id,
    latency: undefined,
    completedQuestion: turn.completed_question ?? undefined,
    nearest: [],
    needsReview: false,
    degradation: undefined,
    caseId: undefined,
    done: turn.done_at == null ? undefined : { at: turn.done_at, note: turn.done_note ?? '' },
    isWithheld: turn.withheld === true,
    isOutdated: turn.outdated === true,
  };
}
