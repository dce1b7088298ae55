import { foldedWithoutSpaces } from '../../../text/folded-text.js';
import { likeness, WordPair } from './synonym-repair.js';

/** Words that only the failed question has, and words that only its gold passage has. */
export interface WordGap {
  /** Id of the passage: questions about one passage count once. */
  readonly provision: string;
  /** Words of the question that the passage does not have. */
  readonly foreign: readonly string[];
  /** Words of the passage's heading and text that the question does not have, the heading's first. */
  readonly written: readonly string[];
  /** Heading and text. */
  readonly passage: string;
  readonly heading: string;
}

/** A pair with its score; only the order of the scores is meaningful. */
export interface MinedPair {
  readonly pair: WordPair;
  readonly score: number;
  /** Passages that have the one word and whose questions have the other. */
  readonly provisions: number;
}

/** A word that looks alike, and one of the heading, each weigh as much as one more passage; chosen by judgement. */
const ALIKE_WORTH = 2;
const HEADING_WORTH = 1.5;
/** Vectors of words know most synonyms, whatever the documents are: they count more than a frequent word of few passages. */
const MEANING_WORTH = 6;

/**
 * Mines pairs from several failures at once: pairs a word of the passages with a word of the questions if it is in most of the passages of
 * questions with that word, and in few others (log likelihood ratio, for each passage that has it).
 * @param others contains the passages of questions without the word
 * @param near how near a word of the passages is to the word of the questions in meaning, by vectors
 */
export function minePairs(
  asked: string,
  gaps: readonly WordGap[],
  others: readonly string[],
  near: ReadonlyMap<string, number> = new Map(),
): MinedPair[] {
  const own = gaps.filter((gap) => gap.foreign.includes(asked));
  const passages = new Map(own.map((gap) => [gap.provision, gap]));
  const texts = [...passages.values()].map((gap) => foldedWithoutSpaces(gap.passage));
  const background = others.map(foldedWithoutSpaces).filter((text) => !texts.includes(text));
  const share = (all: readonly string[], word: string) => all.filter((text) => text.includes(word)).length;
  return [...new Set(own.flatMap((gap) => gap.written))]
    .map((written) => {
      const pair = { asked, written };
      const provisions = share(texts, written);
      const usual = (share(background, written) + 0.5) / (background.length + 1);
      const headings = [...passages.values()].filter((gap) =>
        foldedWithoutSpaces(gap.heading).includes(written),
      ).length;
      const ratio = provisions * Math.log(Math.max(provisions, 1) / texts.length / usual);
      const meant = MEANING_WORTH * Math.max(0, near.get(written) ?? 0);
      const named = (HEADING_WORTH * headings) / texts.length;
      return { pair, provisions, score: ratio + named + ALIKE_WORTH * likeness(pair) + meant };
    })
    .sort((a, b) => b.score - a.score || (a.pair.written < b.pair.written ? -1 : 1));
}
