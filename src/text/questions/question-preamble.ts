import { TextSpan } from '../text-span.js';

/** What precedes this is a preamble: an earlier sentence, or a clause such as `4학년인데`. */
const STORY_END = /(?<![.!?。\n])[.!?。\n]+(?=\s)|(?:는데|은데|인데|한데|지만|거든)요?(?=[\s,])/gu;
export const STORY_EMPHASIS = 0.5;
/** A clause with this ending names the topic of the question after it: `휴학 말인데요, `, `휴학 관련해서 여쭤봅니다. ` */
const TOPIC_LEAD =
  /(?:말인데|궁금한데|그러는데|(?:보고|찾고|찾아보고|알아보고|듣고|준비하고) ?있는데|보는데)요?$|(?:여쭤|여쭙|문의|묻|질문|궁금)\S{0,60}$|(?:확인|검토)하\S{0,60}(?: \S{1,60})?$/u;
/** A sentence about a feeling does not describe the topic. */
const FEELING =
  /당황|걱정|불안|속상|답답|억울|난감|염려|초조|막막|혼란스|화가 |화나|짜증|무섭|무서|두렵|두려|힘들|힘든|지쳤|지쳐|지친|급해|급합|급하|촉박|황당|서운|섭섭|스트레스|미치겠|참겠|\b(?:worr(?:y|ied)|scared|afraid|anxious|stress(?:ed|ing|ful)?|upset|frustrat\w+|overwhelm\w+|desperate|nervous|angry|annoyed|patience|pressure|trouble)\b/iu;
export const FEELING_EMPHASIS = 0.15;
/** Minimum weight that must remain in the question before a feeling is skipped. */
export const LEAST_ASKED = 2;
/** Minimum number of words of the question after the preamble. */
const MIN_QUESTION_WORDS = 2;

export interface Story {
  /** Where the question proper starts. */
  readonly end: number;
  /** Spans before it that describe a feeling. */
  readonly feelings: readonly TextSpan[];
}

/**
 * The preamble: the question starts after the last end of a preamble that leaves enough words, unless that clause names
 * the topic.
 */
export function storyOf(text: string, starts: readonly number[]): Story {
  const ends = [...text.matchAll(STORY_END)].map((match) => ({ at: match.index, end: match.index + match[0].length }));
  const isStory = ({ at, end }: { at: number; end: number }) =>
    starts.filter((start) => start >= end).length >= MIN_QUESTION_WORDS &&
    !TOPIC_LEAD.test(text.slice(0, /[.!?。\n]/u.test(text.charAt(at)) ? at : end));
  const stories = ends.filter(isStory);
  const sentences = ends
    .filter(({ at }) => /[.!?。\n]/u.test(text.charAt(at)))
    .map(({ end }, i, all) => ({ start: all[i - 1]?.end ?? 0, end }));
  const feelings = sentences.filter(({ start, end }) => FEELING.test(text.slice(start, end)));
  return { end: stories.at(-1)?.end ?? 0, feelings };
}

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
