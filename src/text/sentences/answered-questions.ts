import { holdsEmptyLine, TextSpan } from '../text-span.js';

/** The question mark at the end of a text, with the emphasis and the quotation marks after it. */
const ASKS = /[?？]["'”’)\]}*_\s]*$/u;
/** Characters of an answer that are read as one piece with its question; a first sentence is always part of it. */
const ANSWER_LENGTH = 400;

/** Whether a text ends with a question. */
export function asks(text: string): boolean {
  return ASKS.test(text);
}

function standsAlone(text: string, { start, end }: TextSpan): boolean {
  const isAlone =
    /(?:^|\n)[^\S\n]{0,40}$/u.test(text.slice(Math.max(0, start - 41), start)) &&
    /^[^\S\n]{0,40}\n/u.test(text.slice(end, end + 41));
  return isAlone && asks(text.slice(start, end));
}

/** Whether a sentence is the answer to the question above it, or the next sentence of the answer that ends at `end`. */
function continuesAnswer(text: string, question: TextSpan, end: number, next: TextSpan): boolean {
  if (asks(text.slice(next.start, next.end)) || text.startsWith('#', next.start)) return false;
  const isFirst = end === question.end;
  return isFirst || (next.end - question.end <= ANSWER_LENGTH && !holdsEmptyLine(text.slice(end, next.start)));
}

/**
 * Joins each question that stands alone on its line with the answer below it, as in a list of frequent questions: up to the next question,
 * the next paragraph, or 400 characters.
 * @param spans the sentences of `text`, ascending
 */
export function withAnswers(text: string, spans: readonly TextSpan[]): TextSpan[] {
  const joined: TextSpan[] = [];
  /** The question that the last piece starts with. */
  let question: TextSpan | undefined;
  for (const span of spans) {
    const last = joined.at(-1);
    if (last !== undefined && question !== undefined && continuesAnswer(text, question, last.end, span)) {
      joined[joined.length - 1] = { start: last.start, end: span.end };
    } else {
      question = standsAlone(text, span) ? span : undefined;
      joined.push({ start: span.start, end: span.end });
    }
  }
  return joined;
}
