import { foldedWithoutSpaces } from '../../../text/folded-text.js';
import { hasSyllable } from '../../../text/korean/hangul-syllable.js';
import { stripParticle } from '../../../text/korean/korean-form.js';
import { contentTerm } from '../../../text/tokens/content-terms.js';

/** An earlier question of a dialogue, as it was asked. */
export interface EarlierQuestion {
  /** From 1. */
  readonly turn: number;
  readonly text: string;
  /** Title of the document that it is about; null if unknown. */
  readonly title: string | null;
  /** Its right passage. */
  readonly quote: string | null;
  readonly documentId?: string | null;
  /** Whether it was made to be answered alone. */
  readonly isWhole?: boolean;
}

/** A follow-up with its right passage. */
export type FollowUpQuestion = Pick<EarlierQuestion, 'text' | 'quote' | 'documentId' | 'isWhole'>;

/** A follow-up as a question of its own, in words of the person alone. */
export interface CompleteQuestion {
  readonly message: string;
  /** Words of an earlier question that were added; null if the question was asked alone, without any. */
  readonly topic: string | null;
  /** Whether the added words are those of a title: other words may bring up a passage by chance. */
  readonly isTitled?: boolean;
  /** The turn that the added words, or the question itself, come from; null for the follow-up itself. */
  readonly turn: number | null;
}

/** Bounds the answers of one follow-up. */
const MOST_ASKED = 8;
/** More words than these are a question, not a topic. */
const MOST_WORDS = 5;
const LEAST_LETTERS = 2;

const holds = (text: string, words: string): boolean => foldedWithoutSpaces(text).includes(foldedWithoutSpaces(words));

/** The words of a question, as they are written there, without particles. */
const bareWords = (text: string): string[] =>
  (text.match(/[\p{L}\p{N}&·ㆍ'’-]+/gu) ?? []).map(stripParticle).filter((word) => word.length >= LEAST_LETTERS);

/** Words without those that are said already; in Korean also as a part of another one. */
const distinct = (words: readonly string[]): string[] =>
  words.filter(
    (word, i) =>
      words.findIndex((other) => foldedWithoutSpaces(other) === foldedWithoutSpaces(word)) === i &&
      !(hasSyllable(word) && words.some((other) => other.length > word.length && holds(other, word))),
  );

const namingWords = (text: string): string[] => bareWords(text).filter((word) => contentTerm(word) !== undefined);

const titledWords = (text: string, title: string | null): string[] =>
  hasSyllable(text) && title !== null ? namingWords(text).filter((word) => holds(title, word)) : [];

/** Where the last part of a question that asks begins, after its sentences and commas. */
function lastPart(question: string): number {
  const starts = [...question.matchAll(/[,.?!]\s+(?=\S)/gu)].map(({ index, 0: gap }) => index + gap.length);
  return starts.findLast((at) => question.includes('?', at) || !question.includes('?')) ?? 0;
}

/**
 * The words of an earlier question that name its topic: those of the title of its document; in English, or without a title, all that name something.
 * @param base words that it says already are left out
 * @param isTitled whether only words of the title count
 */
export function topicOf({ text, title }: EarlierQuestion, base: string, isTitled = false): string {
  const titled = titledWords(text, title);
  // `One more thing, …` only leads to a question.
  const words = namingWords(text.slice(lastPart(text)));
  // Korean questions name the body or the rules that they are about, English ones what they ask.
  const named = distinct(isTitled || (hasSyllable(text) && title !== null) ? titled : words);
  return named
    .filter((word) => !holds(base, word))
    .slice(0, MOST_WORDS)
    .join(' ');
}

/** A question with its topic named before its last part: `하나 더요. 회계 센터 위원장은 누구인가요?`. */
export function withTopic(question: string, topic: string): string {
  const at = lastPart(question);
  const named = hasSyllable(question) ? `${topic} ` : `about ${topic}, `;
  return `${question.slice(0, at)}${named}${question.slice(at)}`;
}

/** The question that a follow-up asks again, as it was asked first. */
export const askedBefore = (
  { quote }: Pick<EarlierQuestion, 'quote'>,
  earlier: readonly EarlierQuestion[],
): EarlierQuestion | undefined => earlier.find((one) => quote !== null && one.quote === quote);

/**
 * A follow-up as complete questions: it alone, or the question that it asks again, as a whole and without what leads to its last part; then
 * each of these with the topic of an earlier question named in it, the opening first. No word comes from the right passage.
 * @param follow the follow-up with its right passage; `isWhole` if it was made to be answered alone
 * @param searched what was searched for: it is not asked again
 */
export function completeQuestions(
  follow: FollowUpQuestion,
  earlier: readonly EarlierQuestion[],
  searched: string,
): CompleteQuestion[] {
  const again = askedBefore(follow, earlier);
  // A comparison is about the passages of earlier turns as well.
  const parts = earlier.filter(({ quote }) => quote !== null && quote !== '' && follow.quote?.includes(quote) === true);
  const together = parts.length === 0 ? [] : [[...parts.map(({ text }) => text), follow.text].join(' ')];
  const whole = again === undefined ? [follow.text, ...together] : [again.text];
  const bases = whole.flatMap((text) => [text, text.slice(lastPart(text))]);
  const alone = bases.map((message) => ({ message, topic: null, turn: again?.turn ?? null }));
  const named = earlier
    .filter((one) => again === undefined || one.turn < again.turn)
    // The questions before do not explain another document.
    .filter(({ documentId }) => documentId === follow.documentId)
    .flatMap((one) =>
      bases.flatMap((base) => {
        const topic = topicOf(one, base, (again ?? follow).isWhole);
        const isTitled = titledWords(one.text, one.title).length > 0;
        return topic === '' ? [] : [{ message: withTopic(base, topic), topic, isTitled, turn: one.turn }];
      }),
    );
  const asked = new Set([foldedWithoutSpaces(searched)]);
  return [...alone, ...named]
    .filter(({ message }) => {
      const text = foldedWithoutSpaces(message);
      return !asked.has(text) && asked.add(text).size > 0;
    })
    .slice(0, MOST_ASKED);
}
