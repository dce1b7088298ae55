import { foldedWithoutSpaces } from '../../../text/folded-text.js';
import { holdsMost, saidIn } from '../../judge/domain/read-context.js';
import { TestResult } from '../../domain/test-result.js';
import { cause, COMPLETE_FOLLOW_UPS, RowCause } from './row-cause.js';
import { Surroundings, turnsBefore } from './surroundings.js';
import { decisionOf, eventOf, memberOf } from './trace-attribution.js';

/** Words of another question that make a completed follow-up a different one; a single word may be shared by chance. */
const LEAST_ADDED = 2;

const wordsOf = (text: string): readonly string[] => text.match(/[\p{L}\p{N}]{2,}/gu) ?? [];
const holds = (text: string, word: string) => foldedWithoutSpaces(text).includes(foldedWithoutSpaces(word));

const misread = (key: string, because: string, change: string): RowCause =>
  cause('query_analyzer', key, because, change);

/** A confirmation, a return and a comparison ask about the passage of an earlier turn again. */
function isOfOnePassage(one: TestResult['gold'], other: TestResult['gold']): boolean {
  const [a, b] = [foldedWithoutSpaces(one.quote ?? ''), foldedWithoutSpaces(other.quote ?? '')];
  return one.documentId === other.documentId && a !== '' && b !== '' && (a.includes(b) || b.includes(a));
}

/** A finished, unrelated turn completed the follow-up. */
export function overCompleted(result: TestResult, around: Surroundings): RowCause | undefined {
  const { context, gold, query } = result;
  const understood = context?.understoodAs ?? null;
  if (context === null || understood === null || context.followUp === 'comparison') return undefined;
  const earlier = turnsBefore(result, around);
  const related = earlier.filter((turn) => isOfOnePassage(turn.gold, gold));
  const own = [query, ...context.implied, ...related.map((turn) => turn.query)].join('\n');
  const added = [...new Set(wordsOf(understood))].filter((word) => !holds(own, word));
  const [most] = earlier
    .filter((turn) => !related.includes(turn))
    .map((turn) => ({ turn, count: added.filter((word) => holds(turn.query, word)).length }))
    .sort((a, b) => b.count - a.count);
  if (most === undefined || most.count < LEAST_ADDED) return undefined;
  return misread(
    'over_completed',
    `The follow-up was completed with words of turn ${most.turn.turn ?? 0} (“${most.turn.query}”), which asks about another passage.`,
    'Look at the rules that decide which earlier turn completes a follow-up.',
  );
}

/** What an earlier turn said, and the completed follow-up does not. */
export function forgottenIn(result: TestResult, around: Surroundings): readonly string[] {
  const { context } = result;
  const understood = context?.understoodAs ?? null;
  if (context === null || understood === null) return [];
  const before = turnsBefore(result, around);
  // The earlier question itself was searched for: it says all that a person said of it.
  const letters = (text: string) => foldedWithoutSpaces(text).replace(/[^\p{L}\p{N}]/gu, '');
  const isAgain = before.some(
    (turn) => isOfOnePassage(turn.gold, result.gold) && letters(turn.query) === letters(understood),
  );
  if (isAgain && context.followUp !== 'comparison') return [];
  const asked = before.map((turn) => turn.query);
  return saidIn(asked, context.implied).filter((words) => !holdsMost(understood, words));
}

/** Whether the target searched for another question than the message, by its trace or by its report. */
export function isCompleted({ context, events, query }: Pick<TestResult, 'context' | 'events' | 'query'>): boolean {
  const searched = memberOf(eventOf(events, 'query_analyzer')?.output, 'question');
  return [searched, context?.understoodAs]
    .filter((text) => typeof text === 'string')
    .some((text) => foldedWithoutSpaces(text) !== foldedWithoutSpaces(query));
}

export function lostContext(result: TestResult, around: Surroundings): RowCause | undefined {
  const forgotten = forgottenIn(result, around);
  const words = forgotten.map((one) => `“${one}”`).join(', ');
  if (forgotten.length > 0)
    return isCompleted(result)
      ? misread('context', `The follow-up was completed without ${words} of the earlier turns.`, COMPLETE_FOLLOW_UPS)
      : misread(
          'not_completed',
          `The follow-up was searched for as it was asked, without ${words} of the earlier turns.`,
          COMPLETE_FOLLOW_UPS,
        );
  if (result.judgement.failureType !== 'LOST_CONTEXT' || (result.context?.understoodAs ?? null) !== null)
    return undefined;
  return misread(
    'context_unseen',
    'The follow-up was not completed with what the turns before had said (context).',
    COMPLETE_FOLLOW_UPS,
  );
}

/** The message was taken for small talk, so that nothing was searched. */
export function notSearched({ events, gold }: TestResult): RowCause | undefined {
  const needed = memberOf(eventOf(events, 'self_rag')?.output, 'retrieval_needed');
  if (needed !== false || !gold.answerable) return undefined;
  return misread(
    'not_searched',
    'Nothing was searched: the message was classified as one that does not need the documents.',
    'Look at the rules of the intents.',
  );
}

/**
 * The right passage was the likeliest, and the likeliest sentences lack what the question was read to ask for: no threshold can mend it, since
 * the probability is limited.
 */
export function misreadKind({ events }: TestResult): RowCause | undefined {
  const decision = decisionOf(events);
  const asked = memberOf(eventOf(events, 'query_analyzer')?.output, 'asks_for');
  const change = 'Look at the rules that read what a question asks for.';
  if (decision?.lacks === 'kind')
    return misread(
      'kind',
      `The question was read as asking for “${typeof asked === 'string' ? asked : 'a value'}”, and none of the likeliest sentences has one: the probability is limited to ${decision.probability}.`,
      change,
    );
  if (decision?.lacks !== 'thing') return undefined;
  return misread(
    'thing',
    `None of the likeliest passages has the thing that the question was read to ask for: the probability is limited to ${decision.probability}.`,
    change,
  );
}
