import { AnswerType } from './answer-type.js';
import { QuestionWord, RankedSentence } from './evidence.js';
import { sentencesOfPassage } from '../../text/sentences/sentences.js';

/** The end of the noun phrase after an English question word. */
const ENDS_PHRASE = String.raw`(?=\s{1,5}(?:do|does|did|is|are|was|were|am|can|could|may|might|must|should|will|would|has|have|had|i|we|you|they|it|he|she|one|there|to|per|in|on|of|for|at|from|by|with|when|if|after|before|until|a|an|the)\b|\s{0,5}[?.!,;:]|\s{0,5}$)`;
const PHRASE = String.raw`\s{1,5}((?:[\p{L}\p{N}'-]{1,30}\s{1,5}){0,3}?[\p{L}\p{N}'-]{1,30})${ENDS_PHRASE}`;
const ENGLISH: readonly RegExp[] = [
  new RegExp(String.raw`\bhow many${PHRASE}`, 'iu'),
  new RegExp(String.raw`\bwhat(?:['’]s|\s{1,5}is|\s{1,5}are)\s{1,5}(?:the|my|our|your)${PHRASE}`, 'iu'),
];
/** `비밀번호가 뭐예요`, `확성기는 몇 대`, `비용은 한 학기에 얼마`. */
const KOREAN =
  /([가-힣A-Za-z0-9]{2,20})[은는이가]\s{1,3}(?:(?:하루|한|매)\s?[가-힣]{0,4}\s{1,3})?(?:얼마|뭐|무엇|뭔|며칠|몇\s?[가-힣])/u;
/** Nouns for the requested kind of value; a text with such a value need not contain the word. */
const KIND_NOUN =
  /^(?:deadlines?|fees?|costs?|prices?|charges?|amounts?|sums?|limits?|maximum|minimum|numbers?|times?|hours?|minutes?|days?|weeks?|months?|years?|dates?|periods?|durations?|lengths?|percent(?:age)?s?|rates?|shares?|sizes?|ages?|places?|locations?|steps?|process|procedures?|rules?|polic(?:y|ies)|differences?|names?|purposes?|reasons?|ways?|requirements?|conditions?|penalt(?:y|ies)|consequences?|options?|people|persons?|things?|kinds?|types?|기간|기한|시한|시기|일정|날짜|일자|마감일?|금액|비용|가격|요금|장소|위치|정원|인원|횟수|개수|한도|비율|점수|시간|절차|방법|조건|요건|자격|기준|차이|이유|이름|종류|내용|순서|최대|최소|사람|학생|이거|그거|이것|그것)$/iu;
/** Share of a word from which on a passage contains the word. */
const HELD = 0.5;
/** Number of sentences that an answer may quote. */
const QUOTED = 3;
/** Kinds with a recognizable answer: a figure, a time. */
const VALUES: ReadonlySet<AnswerType['kind']> = new Set(['amount', 'count', 'time']);

/** Written as a number or in words; a value that the kind's own pattern does not match (`lit at seven`) also counts. */
const NUMERAL =
  /\p{Nd}|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|hundred|thousand|half|once|twice)\b|(?:한|두|세|네|다섯|여섯|일곱|여덟|아홉|열)\s?(?:시|번|회|차례|달|해|개|명|사람|주|일|날|권|장|과목|학기|배)/iu;
/** A time without a number. */
const MOMENT =
  /\b(?:noon|midnight|dawn|dusk|sunrise|sunset|morning|afternoon|evening|night|before|after|until|till|since|during|as soon as|immediately|daily|weekly|monthly|yearly|annually)\b|정오|자정|오전|오후|아침|저녁|새벽|매일|매주|매월|매년|매 학기|즉시|바로|[가-힣](?:까지|부터)(?![가-힣])|(?:이전|이후|직전|직후|다음\s?날|당일|전날)/iu;

/** The noun whose number, value or name a question asks for (`dinghies`, `비밀번호`); undefined if it asks for something else. */
export function askedThing(question: string): string | undefined {
  const text = question.normalize('NFC');
  const english = ENGLISH.map((pattern) => pattern.exec(text)?.[1]).find((phrase) => phrase !== undefined);
  const noun = english?.toLowerCase().split(/\s+/u).at(-1) ?? KOREAN.exec(text)?.[1];
  return noun === undefined || KIND_NOUN.test(noun) ? undefined : noun;
}

function wordOf(noun: string, words: readonly QuestionWord[]): number {
  return words.findIndex(
    ({ text }) => text === noun || text.endsWith(` ${noun}`) || (text.length > 1 && text.endsWith(noun)),
  );
}

/** Whether a sentence, or its lead that is quoted with it (`Ten days in advance for:`), contains the kind of value. */
function holdsKind({ typed, evidence, sentence }: RankedSentence, { kind, pattern }: AnswerType): boolean {
  if (typed || pattern === undefined) return true;
  // A sum has its unit; any number may be a count or a time.
  if (kind !== 'amount' && NUMERAL.test(sentence.text)) return true;
  if (kind === 'time' && MOMENT.test(sentence.text)) return true;
  const placed = sentencesOfPassage(evidence.text);
  const governors = placed.find(({ start }) => start === sentence.start)?.governors ?? [];
  return governors.some((place) => pattern.test(evidence.text.slice(placed[place]?.start, placed[place]?.end)));
}

/** What an answer lacks: none of its passages contains the requested thing, or no sentence contains the kind of value. */
export type Lack = 'thing' | 'kind';

/**
 * Returns what the likeliest sentences lack to answer the question; undefined if they lack nothing. A store whose only tables list kayaks
 * has no answer about dinghies, and a rule on opening days has no price, even if the other words match.
 * @param likely likeliest first
 */
export function lackOf(
  likely: readonly RankedSentence[],
  {
    question,
    words,
    type,
  }: { readonly question: string; readonly words: readonly QuestionWord[]; readonly type: AnswerType },
): Lack | undefined {
  const quoted = likely.slice(0, QUOTED);
  if (quoted.length === 0) return undefined;
  if (VALUES.has(type.kind) && !quoted.some((one) => holdsKind(one, type))) return 'kind';
  const noun = askedThing(question);
  const at = noun === undefined ? -1 : wordOf(noun, words);
  if (at < 0) return undefined;
  const holds = ({ evidence }: RankedSentence) =>
    Math.max(evidence.passageShares[at] ?? 0, evidence.headingShares[at] ?? 0) >= HELD;
  return quoted.some(holds) ? undefined : 'thing';
}
