import { QuestionWord } from './evidence.js';
import { lowered } from '../../text/folded-text.js';

/** Connectives of two questions in one message. */
const JOINT =
  /,?\s{1,20}(?:그리고|또한?|아울러)\s{1,20}|(?<=[?？])\s{1,20}|,?\s{1,20}and\s{1,20}(?=(?:(?:also|for|after|in|by|to|at|from|with)\s{1,20})?(?:how|what|when|where|who|whom|which|why)\b)/iu;
/** Words that ask for something; `됩니까?` or `right?` alone does not say for what. */
const ASKS =
  /몇|며칠|얼마|언제|어디|누가|누구|무엇|무슨|어느|어떤|어떻게|왜|(?:나요|까요|가요|는지|은지|인지)(?=[\s,.?？]|$)|\b(?:what|when|where|who|whom|which|why|how)\b/iu;
/** A message with more parts is a list, which does not need one sentence for each. */
const MOST_PARTS = 3;

/**
 * The questions of one message, in order. A part that asks nothing is joined to the next part, or to the previous one at the end. Never
 * empty.
 */
export function subQuestions(message: string): readonly string[] {
  const parts: string[] = [];
  let story = '';
  for (const piece of message.split(JOINT).filter((one) => one.trim() !== '')) {
    const whole = story === '' ? piece : `${story} ${piece}`;
    if (ASKS.test(piece)) {
      parts.push(whole);
      story = '';
    } else story = whole;
  }
  const last = parts.pop();
  if (last === undefined) return [message];
  const all = [...parts, story === '' ? last : `${last} ${story}`];
  return all.length > MOST_PARTS ? [message] : all;
}

/** Weight of a word of another question of the message: it still names the common topic. */
const SAID_ELSEWHERE = 0.3;

/** The words of a message as one of its questions weighs them. */
export function wordsOfPart(words: readonly QuestionWord[], part: string): QuestionWord[] {
  const said = lowered(part);
  return words.map((word) => (said.includes(word.text) ? word : { ...word, weight: SAID_ELSEWHERE * word.weight }));
}
