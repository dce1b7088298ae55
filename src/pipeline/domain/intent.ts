import { withoutCourtesies } from './courtesies.js';
import { asksNothing, SmallTalk, smallTalkOf } from './small-talk.js';

export const INTENTS = ['question', 'explanation', 'search', 'general'] as const;
/** What a message asks for: a fact, an explanation, documents to read, or nothing of the documents. */
export type Intent = (typeof INTENTS)[number];

/** Rules are read from top to bottom; the first match decides. They are configured in data/config/intents.json. */
export interface IntentRule {
  readonly id: string;
  readonly intent: Intent;
  readonly pattern: RegExp;
}

/** The audience that a question is about. */
export interface Audience {
  readonly audience: string;
  readonly pattern: RegExp;
}

/** What a message asks, without its courtesies. */
export interface ReadMessage {
  readonly intent: Intent;
  /** The message without greetings and thanks around it, if it asks something. */
  readonly question: string;
  /** Kind of the courtesies of a message with other words: a question if the documents answer it, and small talk otherwise. */
  readonly courtesy?: SmallTalk;
}

function matching(text: string, rules: readonly IntentRule[]): Intent | undefined {
  return rules.find((rule) => rule.pattern.test(text))?.intent;
}

/** `ugh, mondays` asks nothing. */
const FEWEST_WORDS = 2;

/**
 * The order of the rules: greetings, since they are whole messages; requests to find, which name documents or end in a word of search;
 * requests to explain, except `tell me when …`, which is a question; then questions. Messages without a verb or question word are key
 * words, which is a search. The rules were made on the development half of test/intents; the other half only measures.
 *
 * A question between courtesies is read without them.
 */
export function readMessage(message: string, rules: readonly IntentRule[]): ReadMessage {
  const text = message.normalize('NFC').trim();
  if (!/[\p{L}\p{N}]/u.test(text) || asksNothing(text)) return { intent: 'general', question: message };
  const rest = withoutCourtesies(text);
  if (rest === text) return { intent: matching(text, rules) ?? 'search', question: message };
  if (rest === '' || asksNothing(rest)) return { intent: 'general', question: message };
  const found = matching(rest, rules);
  if (found === 'general') return { intent: 'general', question: message };
  if (matching(text, rules) !== 'general') return { intent: found ?? 'search', question: rest };
  // `Thanks, that was exactly what I needed` looks like a question.
  const isQuestion = found !== undefined && (smallTalkOf(text) !== 'thanks' || /[?？]/u.test(rest));
  if (isQuestion) return { intent: found, question: rest };
  if (rest.split(/\s+/u).length < FEWEST_WORDS) return { intent: 'general', question: message };
  return { intent: 'general', question: rest, courtesy: smallTalkOf(text) };
}

export function classifyIntent(message: string, rules: readonly IntentRule[]): Intent {
  return readMessage(message, rules).intent;
}

/** The first audience that the message names; undefined if it names none. */
export function audienceOf(message: string, audiences: readonly Audience[]): string | undefined {
  const text = message.normalize('NFC');
  return audiences.find(({ pattern }) => pattern.test(text))?.audience;
}
