import { TextSpan } from '../../../text/text-span.js';
import { ClauseReading } from '../../../text/clauses/clause-reading.js';
import { Word } from '../../../text/clauses/words.js';
import { wordSimilarity } from './word-similarity.js';

/** Number of words on each side of a number that form its context. */
const REACH = 3;
const EVIDENCE_REACH = 4;
/** Weight of a word on the other side of the number; distant words also weigh less. */
const OTHER_SIDE = 0.5;
const LOSS_BY_DISTANCE = 0.3;
/** Fit of a number without words around it. */
const NO_CONTEXT = 0.5;

interface Neighbour {
  readonly word: Word;
  readonly distance: number;
  readonly before: boolean;
}

/** The words around a number. Equal keys mean equal words at equal distances. */
interface Neighbourhood {
  readonly words: readonly Neighbour[];
  readonly key: string;
}

/** Index of the first word for which the predicate is true; it is true for all later words. */
function firstWord(words: readonly Word[], holds: (word: Word) => boolean): number {
  let [low, high] = [0, words.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const word = words[middle];
    if (word !== undefined && holds(word)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Words are in order and do not overlap, so both borders are found by binary search. */
function neighbourhood({ words }: ClauseReading, span: TextSpan, reach: number): Neighbourhood {
  const borderBefore = firstWord(words, (word) => word.end > span.start);
  const borderAfter = firstWord(words, (word) => word.start >= span.end);
  const before = words.slice(Math.max(0, borderBefore - reach), borderBefore).reverse();
  const after = words.slice(borderAfter, borderAfter + reach);
  return {
    words: [
      ...before.map((word, i) => ({ word, distance: i + 1, before: true })),
      ...after.map((word, i) => ({ word, distance: i + 1, before: false })),
    ],
    key: `${before.map(({ stem }) => stem).join(' ')}|${after.map(({ stem }) => stem).join(' ')}`,
  };
}

/** Share of the words around a number of the claim that are also around one of the evidence; near words weigh most. */
function contextFit(around: readonly Neighbour[], others: readonly Neighbour[]): number {
  let total = 0;
  let found = 0;
  for (const { word, distance, before } of around) {
    total += 1 / distance;
    let best = 0;
    for (const other of others) {
      const nearness = 1 / (1 + LOSS_BY_DISTANCE * Math.abs(other.distance - distance));
      best = Math.max(best, wordSimilarity(word, other.word) * nearness * (other.before === before ? 1 : OTHER_SIDE));
    }
    found += best / distance;
  }
  return total === 0 ? NO_CONTEXT : found / total;
}

/**
 * Similarity of the contexts of numbers in the claim and in the evidence. Each context is read once, and two equal pairs of contexts are
 * compared once.
 */
export class ContextFits {
  private readonly ofSpans = new Map<TextSpan, Neighbourhood>();
  private readonly known = new Map<string, Map<string, number>>();

  constructor(private readonly claim: ClauseReading) {}

  /** @param span a number of the claim, @param other one of the evidence, in `reading` */
  fit(span: TextSpan, reading: ClauseReading, other: TextSpan): number {
    const mine = this.neighbourhood(this.claim, span, REACH);
    const theirs = this.neighbourhood(reading, other, EVIDENCE_REACH);
    let fits = this.known.get(mine.key);
    if (fits === undefined) this.known.set(mine.key, (fits = new Map<string, number>()));
    let fit = fits.get(theirs.key);
    if (fit === undefined) fits.set(theirs.key, (fit = contextFit(mine.words, theirs.words)));
    return fit;
  }

  private neighbourhood(reading: ClauseReading, span: TextSpan, reach: number): Neighbourhood {
    let around = this.ofSpans.get(span);
    if (around === undefined) this.ofSpans.set(span, (around = neighbourhood(reading, span, reach)));
    return around;
  }
}
