import { ConfigurationView } from './served-configuration.js';
import { Patch } from './experiment-sandbox.js';
import { stretchesOf } from './user-terms.js';
import { escaped } from '../../../text/folded-text.js';

/** A feature of one message is specific to that message; one of two messages may be a habit. */
const LEAST_SUPPORT = 2;
const MOST_PATTERNS = 4;
/** A two-letter n-gram is in half of all messages. */
const LEAST_LETTERS = 3;

const COMPONENTS = '/pipeline/components';
const VAGUE_WORDS = `${COMPONENTS}/hyde/vague_words`;
/** A question with more words is not vague. */
const MOST_VAGUE_WORDS = 6;

/** A change of the rules of a component, in words. */
export interface PatternChange {
  readonly patch: Patch;
  readonly description: string;
  readonly suggestedValue: string;
}

/** N-grams that several of the messages share and none of the others has, the most shared and then the longest first. */
function sharedBy(
  messages: readonly string[],
  others: readonly string[],
  partsOf: (message: string) => Iterable<string>,
): string[] {
  const support = new Map<string, number>();
  for (const message of messages)
    for (const part of new Set(partsOf(message))) support.set(part, (support.get(part) ?? 0) + 1);
  return [...support]
    .filter(([part, count]) => {
      if (count < LEAST_SUPPORT) return false;
      const pattern = new RegExp(part, 'iu');
      return !others.some((other) => pattern.test(other));
    })
    .sort(([a, m], [b, n]) => n - m || b.length - a.length || (a < b ? -1 : 1))
    .map(([part]) => part)
    .slice(0, MOST_PATTERNS);
}

const letters = (pattern: string) => (pattern.replace(/\\./gu, '').match(/[\p{L}\p{N}]/gu) ?? []).length;

/** The first word of a message, and its first two. */
function openings(message: string): string[] {
  const words = message.normalize('NFC').trim().split(/\s+/u);
  return [1, 2].flatMap((count) => {
    // A message that consists of the opening only is not evidence.
    if (words.length <= count) return [];
    const opening = words
      .slice(0, count)
      .join(' ')
      .replace(/(?<![,.!?？])[,.!?？]+$/u, '')
      .toLowerCase();
    return opening.length < 2 ? [] : [`^${escaped(opening)}(?=[\\s,?]|$)`];
  });
}

const added = (place: string, pattern: string): Patch => [
  { op: 'add', path: `${COMPONENTS}/${place}/-`, value: pattern },
];

/**
 * Openings that follow-up turns share and no self-contained question has: patterns of the query analyser.
 * @param turns follow-ups that were not recognized as such
 * @param whole self-contained questions
 */
export function followUpChanges(turns: readonly string[], whole: readonly string[]): PatternChange[] {
  return sharedBy(turns, whole, openings).map((pattern) => ({
    patch: added('query_analyzer/followup_patterns', pattern),
    description: `No pattern takes a turn that begins like ${turns.length} failed ones for a follow-up.`,
    suggestedValue: pattern,
  }));
}

/**
 * Changes of the conditions of HyDE: features of vague questions that it missed or spoiled, and the maximum number of words of a vague
 * question.
 * @param missed questions that a hypothetical passage would have helped
 * @param spoiled questions that are answered without their hypothetical passage
 * @param passed questions that are answered at present
 */
export function hydeChanges(
  { numbers }: ConfigurationView,
  { missed, spoiled, passed }: Readonly<Record<'missed' | 'spoiled' | 'passed', readonly string[]>>,
): PatternChange[] {
  const stretches = (message: string) => [...stretchesOf(message)].filter((part) => letters(part) >= LEAST_LETTERS);
  const patterns = (messages: readonly string[], place: 'vague_patterns' | 'never_patterns', what: string) =>
    sharedBy(messages, passed, stretches).map((pattern) => ({
      patch: added(`hyde/${place}`, pattern),
      description: `${messages.length} failed questions ${what}.`,
      suggestedValue: `${place}: ${pattern}`,
    }));
  const words = numbers.get(VAGUE_WORDS);
  const limit = (to: number): PatternChange => ({
    patch: [{ op: 'replace', path: VAGUE_WORDS, value: to }],
    description: `A question is vague with up to ${words ?? 0} words; with ${to} more failures are cured.`,
    suggestedValue: `vague_words: ${to}`,
  });
  const from = words ?? 0;
  const more = Array.from({ length: Math.max(0, MOST_VAGUE_WORDS - from) }, (_, i) => limit(from + i + 1));
  const fewer = Array.from({ length: from }, (_, i) => limit(from - i - 1));
  return [
    ...patterns(missed, 'vague_patterns', 'need a hypothetical passage and get none'),
    ...(missed.length >= LEAST_SUPPORT && words !== undefined ? more : []),
    ...patterns(spoiled, 'never_patterns', 'are spoiled by a hypothetical passage'),
    ...(spoiled.length >= LEAST_SUPPORT ? fewer : []),
  ];
}
