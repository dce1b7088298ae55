import { TestResult } from '../../domain/test-result.js';
import { FailedPart, RowCause } from '../../attribution/domain/row-cause.js';
import { standsAlone as isOpening, trialOfResult } from './question-of-result.js';

/** A failure type with this many failures is not an accident (REQ-S-004). */
const OFTEN = 2;
/**
 * Bounds the time of a session: the counterfactuals of one failure are about seventy searches and a dozen answers, some forty more searches
 * where its passage is not found, and up to six more answers for a turn. Turns come first: without a run of its own no turn is known to
 * lack anything but its topic.
 */
const EACH_TYPE = 8;
const MOST_FAILURES = 40;
/** The failures of each type with two or more of them. */
export function oftenFailed(results: readonly TestResult[]): ReadonlySet<TestResult> {
  const failed = results.filter((r) => r.judgement.failureType !== null);
  const groups = [...Map.groupBy(failed, (r) => r.judgement.failureType).values()];
  return new Set(groups.filter((group) => group.length >= OFTEN).flat());
}

/** The failed turns, with their dialogue so far, and a sample of the others of each type with two or more failures. */
export function sampledFailures(results: readonly TestResult[]): TestResult[] {
  const canBeTried = (result: TestResult) => result.gold.answerable && trialOfResult(result, results) !== undefined;
  const failed = results.filter((result) => result.judgement.failureType !== null).filter(canBeTried);
  const often = oftenFailed(results);
  const openings = failed.filter((result) => isOpening(result) && often.has(result));
  const sample = [...Map.groupBy(openings, (r) => r.judgement.failureType).values()].flatMap((group) =>
    group.slice(0, EACH_TYPE),
  );
  return [...failed.filter((result) => !isOpening(result)), ...sample].slice(0, MOST_FAILURES);
}

/** Parts of which a run alone shows that they, and not the lost topic of a turn, are the cause. */
const NEEDS_RUN: ReadonlySet<FailedPart | null> = new Set<FailedPart>([
  'reranker',
  'hybrid_search',
  'dynamic_query_expansion',
  'corrective_rag',
  'self_rag',
  'passage_scoring',
  'answer_decision',
]);

/** A cause by the trace alone, as far as it holds without a run: which part lost a passage, or a topic, is not seen there. */
export function untested(result: TestResult, cause: RowCause): RowCause {
  if (!result.gold.answerable) return cause;
  if (!isOpening(result) && NEEDS_RUN.has(cause.component))
    return {
      key: 'untested_turn',
      component: null,
      because: 'Whether the follow-up lacked its topic was not tried.',
      change: 'Ask the follow-up again with its topic named.',
    };
  if (cause.key !== 'not_found') return cause;
  return { ...cause, component: null, change: 'Compare the words of the question with those of the passage.' };
}
