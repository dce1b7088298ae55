import { saysNothingIsKnown } from './abstention-words.js';
import { Saying, sayingsOf } from './readable-answer.js';
import { valuesOf } from './values.js';

/** Empty phrases, and phrases of an abstention; lower case, both languages. */
export interface PhraseLists {
  /** Never a success if the documents answer (REQ-W-001). */
  readonly evasive: readonly string[];
  /** Abstention phrases of a target that has no flag for it. */
  readonly abstaining: readonly string[];
}

const folded = (text: string) => text.normalize('NFC').toLowerCase().replace(/\s+/gu, ' ');

/** The first phrase of the list in the text. */
export function phraseIn(text: string, phrases: readonly string[]): string | undefined {
  const haystack = folded(text);
  return phrases.find((phrase) => haystack.includes(folded(phrase)));
}

/** Characters from which a line of the right passage is a quote of it, not the phrase alone. */
const SHORTEST_QUOTE = 30;

/**
 * The first phrase of the list in the answer's own words: in a line that is not in the passage which answers, as a row of a
 * table does that names whom to ask.
 * @param passage the right passage with its provision, verbatim; null if none is known
 */
export function ownPhraseIn(text: string, phrases: readonly string[], passage: string | null): string | undefined {
  const quotable = passage === null ? '' : folded(passage);
  const isQuote = (line: string) => line.length >= SHORTEST_QUOTE && quotable.includes(line);
  const own = text.split('\n').filter((line) => !isQuote(folded(line).trim()));
  return phraseIn(own.join('\n'), phrases);
}

/** The kind of a reply, before any comparison. */
export type ReplyKind = 'answer' | 'abstention' | 'refusal' | 'clarifying' | 'evasion' | 'empty';

const REFUSES =
  /(?:알려|공개|제공|말씀|안내|도와|공유|답변)(?:해)?\s?(?:드리지|하지|해 드리지|드리고 있지)\s?(?:않|못)|(?:공개|제공|공유|도와|응)(?:해)?\s?(?:드릴|할|해 드릴)\s?수(?:가|는)?\s?없|(?:개인\s?정보|사생활|비공개|기밀|보안)[^.]{0,30}(?:않|없|못|어렵|불가|곤란)|\b(?:won['’]t|will not|can(?:no|['’])t|cannot|not able to|not allowed to|unable to|refuse to|decline to)\s+(?:\w+\s+){0,2}(?:share|give out|disclose|reveal|help with|assist with|hand out|provide|discuss|do that|support)\b|\b(?:private|personal|confidential|sensitive)\b[^.]{0,40}\b(?:not|can['’]t|cannot|won['’]t|don['’]t)\b/iu;
/** Replies that depend on something unnamed. */
const EVADES =
  /(?:상황|경우|사정|학교|기관|사람|대학|부서)(?:에 따라|마다|별로)[^.]{0,12}(?:달라|다르|다를|다릅)|\b(?:it (?:all )?depends|depends on (?:your|the|many|several|various)|var(?:y|ies) (?:from|by|widely)|case by case|every situation is different)\b/iu;
/** A statement that information is missing is not a refusal. */
const LACKS =
  /찾|자료|문서|규정|정보가|정보는\s?(?:없|부족)|확인|모르|\b(?:find|found|know|documents?|pages?|handbook|sources?|information (?:about|on)|have)\b/iu;
const ASKS =
  /[?？]["'”’)\]\s]*$|(?:알려|말씀해|적어|골라|선택해|구체적으로)\s?(?:주시면|주세요|주십시오|주시겠)|여쭤\s?볼게요|\b(?:please (?:clarify|specify|tell me|let me know)|could you (?:clarify|specify|tell me|say)|(?:let me know|tell me) (?:which|what|whether)|which (?:one )?do you mean)\b/iu;
const POINTS =
  /(?<!질)문의|여쭤|물어|연락|확인해\s?(?:보|주)|참고|봐\s?주세요|보시기|(?:다시|바꾸어|바꿔)[^.]{0,20}(?:물어|질문)|이용해\s?주|방문해\s?주|\b(?:ask|contact|check|try|reach out|write to|get in touch|see|visit|refer|rephrase|let me know|please)\b/iu;
const COURTESY =
  /^(?:안녕하세요|안녕하십니까|감사합니다|고맙습니다|죄송(?:합니다|하지만|해요)?|미안|음|아|네|예|sorry|hello|hi|thanks|thank you|i['’]m afraid|unfortunately|apologies)[^\p{L}]*$/iu;
/** A text that abstains in one sentence and continues for longer states something. */
const LONGEST_REST = 60;
/** The text after `but` in a sentence that also does not know. */
const GUESSES =
  /(?:모르지만|확실하지는? 않|것 같|쯤|듯합|겁니다|거예요|거에요|보통|아마|대개|대체로|추측|probably|usually|typically|likely|normally|i think|i believe|perhaps|maybe|my guess)/iu;

/** Numbers that are not in the question: a guess states them. */
function holdsNewNumber(text: string, question: string): boolean {
  const asked = new Set(valuesOf(question).map(({ written }) => written));
  return valuesOf(text).some(({ written, soft }) => !soft && !asked.has(written));
}

function restOf(sayings: readonly Saying[], isOf: (text: string) => boolean): string {
  return sayings
    .filter(({ text }) => !isOf(text) && !POINTS.test(text) && !ASKS.test(text) && !COURTESY.test(text.trim()))
    .map(({ text }) => text.trim())
    .join(' ');
}

/**
 * The kind of a reply. An abstention states nothing and says that nothing is found, known or provided. A refusal declines to answer. A
 * clarifying reply only asks. An evasion contains a phrase of the list and states nothing itself.
 * @param text without reasoning and marks
 * @param statesFact whether a required fact is stated; undefined if none is known
 */
export function replyKind(
  text: string,
  question: string,
  phrases: PhraseLists,
  statesFact: boolean | undefined,
): ReplyKind {
  if (!/[\p{L}\p{N}]/u.test(text)) return 'empty';
  // REQ-W-001: an answer with one of these is not a success, whatever else it states.
  if (phraseIn(text, phrases.evasive) !== undefined) return 'evasion';
  if (statesFact === true) return 'answer';
  const sayings = sayingsOf(text);
  if (
    EVADES.test(text) &&
    restOf(sayings, (part) => EVADES.test(part)).length <= 2 * LONGEST_REST &&
    !holdsNewNumber(text, question)
  )
    return 'evasion';
  const isSilent = (part: string): boolean =>
    saysNothingIsKnown(part) || phraseIn(part, phrases.abstaining) !== undefined;
  const silent = sayings.filter((saying) => isSilent(saying.text));
  const refused = sayings.filter((saying) => REFUSES.test(saying.text) && !LACKS.test(saying.text));
  const rest = restOf(sayings, (part) => isSilent(part) || REFUSES.test(part));
  const isBrief = rest.length <= LONGEST_REST && !holdsNewNumber(rest, question);
  const guesses = [...silent, ...refused].some(
    (saying) => GUESSES.test(saying.text) && holdsNewNumber(saying.text, question),
  );
  if (refused.length > 0 && refused.length === silent.length && isBrief && !guesses) return 'refusal';
  if (silent.length > 0 && isBrief && !guesses) return 'abstention';
  if (refused.length > 0 && isBrief && !guesses) return 'refusal';
  const asked = sayings.filter((saying) => ASKS.test(saying.text));
  if (asked.length > 0 && restOf(sayings, (part) => ASKS.test(part)).length <= LONGEST_REST / 2) return 'clarifying';
  return 'answer';
}
