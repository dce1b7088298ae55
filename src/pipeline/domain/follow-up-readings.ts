import { AnalysedMessage } from './analysed-message.js';
import { AnswerType, answerType } from './answer-type.js';
import { QuestionWord } from './evidence.js';
import { correctedTo, withInstead } from './correction.js';
import { asksByItself, contentWords } from './follow-up.js';
import { withOtherNumber } from './reference-follow-up.js';
import { LikelySentence } from './sentence-likelihood.js';
import { lowered } from '../../text/folded-text.js';

/** How a message of a conversation may be meant. */
export interface Reading {
  readonly question: string;
  /** What was said before is part of the question. */
  readonly isInContext: boolean;
  readonly type: AnswerType;
}

/** A message of more content words says enough by itself. */
const MOST_WORDS = 8;
/**
 * What a word counts that only stands in the conversation, beside one of the message: the last question has its answer, and would have it
 * again. On dialogues of two sets .15 gave 26 right follow-ups of 60, .4 gave 23 and 1 gave 20.
 */
const CONTEXT_WEIGHT = 0.15;
/** Share of the message's own words that the answer must hold in its place: of few words some have other names in the documents. */
const OWN_SHARE = 0.5;
const OWN_SHARE_OF_FEW = 0.2;
const FEW = 3;
/** The same where the words of the conversation count in full. */
export const MOSTLY_ABOUT = 0.6;

/** The message as the analysis completed it. */
export function firstReading(message: string, { question, type, previous }: AnalysedMessage): Reading {
  // Without a question before it the words are all its own, also where a model put them.
  const isInContext = question !== message && previous !== undefined;
  return { question, isInContext, type: isInContext ? typeInContext(question, message) : type };
}

/**
 * How a message may be read beside its first reading: with the question before it, with the one that the talk began with, and by itself.
 * Which of them is meant shows in what the documents answer.
 */
export function otherReadings(said: string, analysed: AnalysedMessage): readonly Reading[] {
  const { intent, previous, opening } = analysed;
  if (previous === undefined || intent === 'general' || replacesPart(said, previous)) return [];
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

/** What was put in place of a part of the last question must not be answered with that part. */
function replacesPart(message: string, previous: string): boolean {
  return (withInstead(message, previous) ?? withOtherNumber(message, previous)) !== undefined;
}

/** A message with a question of its own does not ask the last one again. */
function typeInContext(question: string, message: string): AnswerType {
  return answerType(asksByItself(message) ? message : question);
}

const isSaidIn = (message: string) => {
  const said = lowered(message);
  return ({ text }: QuestionWord): boolean => said.includes(text);
};

/** The words of a reading as they choose the sentence: those of the message before those of the conversation. */
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

/** How much of what a message itself names a sentence holds in its place, 0..1, and how many words that are; 1 of none. */
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

/** Whether a sentence, in its place, speaks of what a message itself names. */
export function topicalOverlap(likely: LikelySentence, words: readonly QuestionWord[], message: string): boolean {
  const { share, count } = ownShare(likely, words, message);
  return share >= (count <= FEW ? OWN_SHARE_OF_FEW : OWN_SHARE);
}
