import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { QuotedSource, WITHHELD_TEXT } from '../../shared/domain/quoted-source.js';
import { Case, CaseSource } from './case.js';

export interface CheckedAnswer {
  /** `not_evaluated`: no claim could be checked, or the documents do not mention it. */
  readonly verdict: 'passed' | 'failed' | 'not_evaluated';
  /** Reason as text, for the caller. */
  readonly reasons: readonly string[];
  /** The quotes that support the answer; empty if no claim could be checked. */
  readonly sources?: readonly QuotedSource[];
}

/** Checks an answer's facts against the documents that the caller may see. */
export abstract class AnswerCheck {
  abstract check(
    confirmed: { readonly question: string; readonly answer: string },
    filter: CategoryFilter,
    signal?: AbortSignal,
  ): Promise<CheckedAnswer>;
}

/** A case's answer, adapted to another question. */
export interface AdaptedAnswer {
  readonly text: string;
  /** False: it is the case's own answer, word for word. */
  readonly adapted: boolean;
  /** Reason why it is not adapted; null if it is. */
  readonly reason: string | null;
  readonly provider: string;
  readonly model: string;
}

/** Rewrites a case's answer for a question, from the case alone. */
export abstract class CaseAdapter {
  abstract adapt(question: string, one: Case, signal: AbortSignal): Promise<AdaptedAnswer>;
}

export function answerSources({ sources }: Pick<Case, 'sources'>): CaseSource[] {
  return (sources ?? []).filter((source) => source.of === undefined);
}

export function earlierSources({ sources }: Pick<Case, 'sources'>): CaseSource[] {
  return (sources ?? []).filter((source) => source.of === 'earlier');
}

/** The case with its content withheld; it can still be found, changed and deleted. */
export function withheldCase(one: Case): Case {
  return { ...one, query: WITHHELD_TEXT, content: WITHHELD_TEXT, metadata: {}, sources: [], isWithheld: true };
}

/** The case without its earlier answers and what they quote. */
export function withoutEarlierAnswers(one: Case): Case {
  const others = Object.entries(one.metadata).filter(([name]) => name !== 'earlier_answers');
  return { ...one, metadata: Object.fromEntries(others), sources: answerSources(one) };
}
