import { trimmedSpan } from '../../text/text-span.js';
import { Quote } from './extractive-answer.js';
import { findInstructions } from './instructions.js';
import { WriteRequest } from './written-answer.js';

/**
 * The spans that the question asks for by their number, verbatim; sentences in them that address a model are left out. @returns undefined
 * if the question asks for none
 */
export function wholeQuotes({ candidateSentences, passages }: WriteRequest): Quote[] | undefined {
  const whole = candidateSentences.filter((quotable) => quotable.isWhole === true);
  if (whole.length === 0) return undefined;
  return whole.flatMap(({ passage, start, end }) => {
    const text = passages[passage]?.text ?? '';
    const quotes: Quote[] = [];
    let from = start;
    for (const found of findInstructions(text.slice(start, end))) {
      quotes.push({ passage, start: from, end: start + found.start });
      from = start + found.end;
    }
    quotes.push({ passage, start: from, end });
    return quotes.flatMap((quote) => {
      const span = trimmedSpan(text, quote.start, quote.end);
      return span === undefined ? [] : [{ passage, ...span }];
    });
  });
}
