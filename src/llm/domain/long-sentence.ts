import { TextSpan } from '../../text/text-span.js';
import { claimTerms } from './claim-terms.js';

/** A sentence of more parts than this is an enumeration: a part of it is true without the rest. */
const MIN_PARTS = 6;
const PART_END = /[;,](?=\s)/gu;

function heldTerms(text: string, wanted: ReadonlySet<string>): number {
  const { terms } = claimTerms(text);
  return [...wanted].filter((term) => terms.has(term)).length;
}

/**
 * The span of an over-long enumeration with the most words of the question, in whole parts, up to `room` characters; of equals the widest,
 * then the first. A sentence that fits, or that is not an enumeration, stays whole: conditions must not be cut.
 */
export function tellingStretch(text: string, sentence: TextSpan, question: string, room: number): TextSpan {
  const whole = { start: sentence.start, end: sentence.end };
  if (sentence.end - sentence.start <= room) return whole;
  const cuts = [...text.slice(sentence.start, sentence.end).matchAll(PART_END)].map((m) => sentence.start + m.index);
  if (cuts.length < MIN_PARTS) return whole;
  const wanted = claimTerms(question).terms;
  const starts = [sentence.start, ...cuts.map((cut) => cut + 1 + (/^\s*/u.exec(text.slice(cut + 1))?.[0].length ?? 0))];
  const ends = [...cuts, sentence.end];
  let best: (TextSpan & { readonly held: number }) | undefined;
  for (const start of starts) {
    // The widest span from here contains every narrower one.
    const end = ends.findLast((at) => at > start && at - start <= room);
    if (end === undefined) continue;
    const held = heldTerms(text.slice(start, end), wanted);
    const isWider = best !== undefined && held === best.held && end - start > best.end - best.start;
    if (best === undefined || held > best.held || isWider) best = { start, end, held };
  }
  return best === undefined ? whole : { start: best.start, end: best.end };
}
