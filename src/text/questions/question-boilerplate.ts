/**
 * Phrases with which people ask, and that say nothing of what they ask about. Whole phrases: of `know`, `word` or `length` alone
 * nobody can tell whether a passage has to hold it, and `학기` tells something but for `이번 학기`, which is the day of asking.
 */
const PHRASES: readonly RegExp[] = [
  /\b(?:i\s+)?(?:do\s+not|don['’]t|cannot|can['’]t|could\s+not|couldn['’]t)\s+(?:know|remember|recall|find|think\s+of)\s+(?:the|its)\s+(?:right|exact|proper|correct)\s+(?:words?|terms?|names?|expression)(?:\s+for\s+(?:it|this|that))?(?:,?\s+but)?\b/giu,
  /\b(?:can|could|would|will)\s+(?:someone|somebody|anyone|anybody|you)\s+(?:please\s+|kindly\s+)?(?:tell|explain\s+to|remind)\s+(?:me|us)\b/giu,
  /\b(?:does|do)\s+(?:anyone|anybody|somebody|someone|you)\s+(?:happen\s+to\s+)?know\b/giu,
  /\b(?:please|kindly)\s+(?:specify|advise|let\s+(?:me|us)\s+know)\b/giu,
  /\bthere\s+(?:is|are|was)\s+supposed\s+to\s+be\s+(?:an?|some)\s+(?:number|figure|value|amount|limit|time\s+limit|interval|length\s+of\s+time|period)\b/giu,
  /(?<![가-힣])이번\s?(?:학기|학년도|방학|달|주|해)(?:에|의|에는|은|는|에도)?(?![가-힣])/gu,
];

/** A question with its phrases of asking blanked, so that places stay what they are. */
export function withoutQuestionBoilerplate(text: string): string {
  return PHRASES.reduce((left, phrase) => left.replace(phrase, (found) => ' '.repeat(found.length)), text);
}
