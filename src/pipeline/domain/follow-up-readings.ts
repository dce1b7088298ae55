import { AnalysedMessage } from './analysed-message.js';
import { AnswerType, answerType } from './answer-type.js';
import { QuestionWord } from './evidence.js';
import { asksByItself, contentWords, correctedTo, isSelfContained, withInstead } from './follow-up.js';
import { withOtherNumber } from './reference-follow-up.js';
import { LikelySentence } from './sentence-likelihood.js';
import { lowered } from '../../text/folded-text.js';

/** A possible reading of a message in a conversation. */
export interface Reading {
  readonly question: string;
  /** The earlier messages are part of the question. */
  readonly isInContext: boolean;
  readonly type: AnswerType;
  /** The questions that the message compares. */
  readonly compared?: readonly string[] | undefined;
}

/** A message with more content words is self-contained. */
const MOST_WORDS = 8;
/**
 * Weight of a word that is only in the conversation, relative to a word of the message. With full weight the search returns the answer of
 * the last question again. On dialogues of two sets .15 gave 26 right follow-ups of 60, .4 gave 23 and 1 gave 20.
 */
const CONTEXT_WEIGHT = 0.15;
/**
 * Share of the message's own words that the answer must contain in its context. It is low, since some words have other names in the
 * documents.
 */
const OWN_SHARE = 0.5;
const OWN_SHARE_OF_FEW = 0.2;
const FEW = 3;
/** The same share if the words of the conversation have full weight. */
export const MOSTLY_ABOUT = 0.6;

/** The message as the analysis completed it. */
export function firstReading(message: string, { question, type, previous, compared }: AnalysedMessage): Reading {
  // Without a previous question all words belong to the message, also if a model added them.
  const isInContext = question !== message && previous !== undefined;
  return { question, isInContext, type: isInContext ? typeInContext(question, message) : type, compared };
}

/**
 * The readings of a message in addition to the first: with the previous question, with the first question of the conversation, and alone.
 * The answers of the documents decide between them.
 */
export function otherReadings(said: string, analysed: AnalysedMessage): readonly Reading[] {
  const { intent, previous, opening, compared } = analysed;
  // A comparison needs all its answers; read alone, it would get one of them.
  if (previous === undefined || compared !== undefined || intent === 'general' || replacesPart(said, previous))
    return [];
  const message = correctedTo(said) ?? said;
  const isLong = contentWords(message).length > MOST_WORDS;
  const before = isLong ? [] : [previous, ...(opening === undefined || opening === previous ? [] : [opening])];
  const readings = [
    ...before.map((one) => {
      const question = `${one.replace(/(?<![?？!])[?？!]+$/u, '')} ${message}`;
      return { question, isInContext: true, type: typeInContext(question, message) };
    }),
    { question: message, isInContext: false, type: answerType(message) },
  ];
  return readings.filter(({ question }) => question !== analysed.question);
}

/** Without a clearly larger probability the conversation does not change a self-contained question. */
const CLEARLY = 0.3;

/**
 * How much more probable an answer to a reading must be than to the best one so far. Words of the conversation raise the probability of
 * its own topic, so a self-contained question is read alone unless that reading is clearly worse.
 */
export function leadNeeded(said: string, { isInContext }: Reading): number {
  return isInContext && isSelfContained(said) ? CLEARLY : 0;
}

/** The message replaces a part of the last question, so the answer must not use that part. */
function replacesPart(message: string, previous: string): boolean {
  return (withInstead(message, previous) ?? withOtherNumber(message, previous)) !== undefined;
}

/** A message that contains a question does not repeat the last one. */
function typeInContext(question: string, message: string): AnswerType {
  return answerType(asksByItself(message) ? message : question);
}

const isSaidIn = (message: string) => {
  const said = lowered(message);
  return ({ text }: QuestionWord): boolean => said.includes(text);
};

/** The words of a reading with their weights for ranking sentences: words of the message weigh more than words of the conversation. */
export function wordsOfReading(
  words: readonly QuestionWord[],
  { isInContext }: Reading,
  message: string,
): readonly QuestionWord[] {
  if (!isInContext) return words;
  const isOwn = isSaidIn(message);
  return words.map((word) =>
    isOwn(word)
      ? word
      : {
          ...word,
          weight: CONTEXT_WEIGHT * word.weight,
          ...(word.topicWeight === undefined ? {} : { topicWeight: CONTEXT_WEIGHT * word.topicWeight }),
        },
  );
}

/**
 * Share of the message's own words that a sentence contains in its context, 0..1, and the number of those words. The share is 1 without
 * words.
 */
export function ownShare(
  { sentence, evidence }: LikelySentence,
  words: readonly QuestionWord[],
  message: string,
): { readonly share: number; readonly count: number } {
  const isOwn = isSaidIn(message);
  let [held, total, count] = [0, 0, 0];
  words.forEach((word, i) => {
    if (!isOwn(word)) return;
    count++;
    total += word.weight;
    held +=
      word.weight * Math.max(sentence.shares[i] ?? 0, evidence.headingShares[i] ?? 0, evidence.passageShares[i] ?? 0);
  });
  return { share: total === 0 ? 1 : held / total, count };
}

/** Whether a sentence, in its context, mentions the topic that a message itself names. */
export function topicalOverlap(likely: LikelySentence, words: readonly QuestionWord[], message: string): boolean {
  const { share, count } = ownShare(likely, words, message);
  return share >= (count <= FEW ? OWN_SHARE_OF_FEW : OWN_SHARE);
}
