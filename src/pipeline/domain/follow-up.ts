/** Openings that lean on what was said before. */
const OPENING =
  /^(그럼|그러면|그렇다면|그런데|근데|그리고|그거|그건|그것|그게|그때|그 경우|그중|이거|이건|이 경우|이때|거기|반대로|만약|만일|혹시|예외|또|then\b|and\b|but\b|so\b|what about\b|how about\b|what if\b|in that case\b|also\b|is (it|that|this)\b|does (it|that|this)\b|do (they|those|these)\b|are (they|those|these)\b|can (it|they|that)\b|who\?|when\?|where\?|why\?|how\?)/iu;
/** Words that point to something said before. */
const POINTER =
  /(^|\s)(그|이|저|그것|이것|그거|이거|해당|위|앞의|it|its|they|them|their|that|those|these|this one|the same)(\s|은|는|이|가|을|를|도|의|에|$)/iu;
/** `신입생도 할 수 있나요?`: also who, also when; of what stands in the question before. */
const ADDITIVE = /^\S{2,}도(\s|\?|$)/u;
/** Only a topic, no predicate: `대학원생은?`. */
const BARE_TOPIC = /^\S+(\s\S+)?(은|는|이면|라면|요|도)?\s*[?？]*$/u;

const KOREAN_FORM_WORDS =
  /^(언제|언제까지|어디|어디서|누구|누가|무엇|뭐|무슨|어떤|어떻게|얼마|얼마나|몇|왜|하나요|하나|되나요|있나요|없나요|인가요|입니까|할|수|해야|하면|하려면|내야|있는|있습니까|됩니까|합니까|그럼|그러면|그리고|가능한가요)$/u;
const ENGLISH_FORM_WORDS =
  /^(what|when|where|who|which|why|how|is|are|was|were|do|does|did|can|could|should|may|must|will|would|the|a|an|of|to|in|on|at|for|from|by|with|and|or|i|you|we|they|it|my|our|your|many|much|long|often|large|far|have|has|had|be|been|need|take|get|happen|happens|apply|if|after|before|then|there|that|this|these|those|not|use|used|any|about|tell|me|explain|please)$/iu;

function words(text: string): string[] {
  return text.split(/[\s,.;:!?？…"'()「」]+/u).filter((word) => word !== '');
}

/** Words that carry content, in order, as they are written. */
export function contentWords(text: string): string[] {
  return words(text).filter((word) => !KOREAN_FORM_WORDS.test(word) && !ENGLISH_FORM_WORDS.test(word));
}

/** Few content words and a pointer, an opening, or a bare topic: the question is not whole without the one before. */
export function isFollowUp(message: string): boolean {
  const text = message.normalize('NFC').trim();
  const content = contentWords(text).length;
  if (content > 6) return false;
  if (OPENING.test(text) || ADDITIVE.test(text)) return true;
  return (content <= 3 && POINTER.test(text)) || (content <= 1 && BARE_TOPIC.test(text));
}

/** What a question is about: Korean, the words up to the first topic particle; else its content words, four at most. */
function topic(question: string): string {
  const all = words(question);
  const marked = all.findIndex((word) => /[가-힣]{2,}(은|는)$/u.test(word) && !KOREAN_FORM_WORDS.test(word));
  // The particle stays: it tells the search what the question is about.
  const phrase = marked >= 0 ? all.slice(0, marked + 1) : contentWords(question);
  return phrase
    .filter((word) => !KOREAN_FORM_WORDS.test(word))
    .slice(0, 4)
    .join(' ');
}

/**
 * A follow-up as a question that stands by itself. `그럼 대학원생은?` after `휴학 신청은 언제까지 하나요?` has no predicate and takes
 * the whole question; `어떤 서류를 내야 하나요?` has its own and takes the topic. Anything else stays as it is.
 * @param previous the completed question of the turn before
 */
export function completeFollowUp(message: string, previous: string | undefined): string {
  if (previous === undefined || !isFollowUp(message)) return message;
  const rest = message
    .normalize('NFC')
    .trim()
    .replace(OPENING, '')
    .replace(/^[\s,]+/u, '');
  const bare = rest === '' || (contentWords(rest).length <= 1 && BARE_TOPIC.test(rest));
  const context = bare ? previous.replace(/[?？\s]+$/u, '') : topic(previous);
  return context === '' ? message : `${context} ${rest === '' ? message : rest}`.trim();
}
