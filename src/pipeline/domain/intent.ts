import { asksNothing } from './small-talk.js';

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

/**
 * The order of the rules: greetings, since they are whole messages; requests to find, which name documents or end in a word of search;
 * requests to explain, except `tell me when …`, which is a question; then questions. Messages without a verb or question word are key
 * words, which is a search. The rules were made on the development half of test/intents; the other half only measures.
 */
export function classifyIntent(message: string, rules: readonly IntentRule[]): Intent {
  const text = message.normalize('NFC').trim();
  if (!/[\p{L}\p{N}]/u.test(text) || asksNothing(text)) return 'general';
  return rules.find((rule) => rule.pattern.test(text))?.intent ?? 'search';
}

/** The first audience that the message names; undefined if it names none. */
export function audienceOf(message: string, audiences: readonly Audience[]): string | undefined {
  const text = message.normalize('NFC');
  return audiences.find(({ pattern }) => pattern.test(text))?.audience;
}
