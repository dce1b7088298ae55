/**
 * Phrases for asking that say nothing about the topic. Only whole phrases: `know`, `word` or `length` alone may be
 * content, and so may `학기`, except in `이번 학기`, which is the day of the question.
 */
const PHRASES: readonly RegExp[] = [
  /\b(?:i\s+)?(?:do\s+not|don['’]t|cannot|can['’]t|could\s+not|couldn['’]t)\s+(?:know|remember|recall|find|think\s+of)\s+(?:the|its)\s+(?:right|exact|proper|correct)\s+(?:words?|terms?|names?|expression)(?:\s+for\s+(?:it|this|that))?(?:,?\s+but)?\b/giu,
  /\b(?:can|could|would|will)\s+(?:someone|somebody|anyone|anybody|you)\s+(?:please\s+|kindly\s+)?(?:tell|explain\s+to|remind)\s+(?:me|us)\b/giu,
  /\b(?:does|do)\s+(?:anyone|anybody|somebody|someone|you)\s+(?:happen\s+to\s+)?know\b/giu,
  /\b(?:please|kindly)\s+(?:specify|advise|let\s+(?:me|us)\s+know)\b/giu,
  /\bthere\s+(?:is|are|was)\s+supposed\s+to\s+be\s+(?:an?|some)\s+(?:number|figure|value|amount|limit|time\s+limit|interval|length\s+of\s+time|period)\b/giu,
  /(?<![가-힣])이번\s?(?:학기|학년도|방학|달|주|해)(?:에|의|에는|은|는|에도)?(?![가-힣])/gu,
];

/** The question with its boilerplate phrases blanked, so that offsets do not change. */
export function withoutQuestionBoilerplate(text: string): string {
  return PHRASES.reduce((left, phrase) => left.replace(phrase, (found) => ' '.repeat(found.length)), text);
}
