import type { RecognizedWord } from './tesseract-words.js';
import { hasSyllable } from '../../../../text/korean/hangul-syllable.js';

/** Share of the narrower word that two words have in common where they are the same place of a page. */
const OVERLAP = 0.3;
/** The other reading has to be surer by this much. */
const SURER = 5;
const DOUBTFUL = 60;
/** A word of the other reading that is less sure is no help. */
const LEAST_OTHER = 40;

/** A word of the first reading with the words of the other one that take its place. */
interface Slot {
  readonly word: RecognizedWord;
  taken: RecognizedWord[];
  isGone: boolean;
}

/** Whether a reading has words that another language may explain. */
export function hasDoubts(words: readonly RecognizedWord[]): boolean {
  return words.some(({ confidence, text }) => confidence < DOUBTFUL && text.length > 1);
}

/** Share of the letters that are in words with Hangul of which the reading is sure. */
export function hangulShare(words: readonly RecognizedWord[]): number {
  const count = (some: readonly RecognizedWord[]): number => some.reduce((sum, { text }) => sum + text.length, 0);
  const korean = words.filter(({ text, confidence }) => hasSyllable(text) && confidence >= DOUBTFUL);
  return count(korean) / Math.max(1, count(words));
}

/** The words of one reading of a page, with those of another reading where that one is surer of what is at their place. */
export function mergeWords(words: readonly RecognizedWord[], others: readonly RecognizedWord[]): RecognizedWord[] {
  const slots = words.map((word): Slot => ({ word, taken: [], isGone: false }));
  const lines = Map.groupBy(slots, ({ word }) => Math.floor(word.top / BAND));
  for (const other of others) {
    const band = Math.floor(other.top / BAND);
    const near = [band - 1, band, band + 1].flatMap((each) => lines.get(each) ?? []);
    const same = near.filter(({ word }) => isSamePlace(word, other));
    if (other.confidence < LEAST_OTHER || same.some(({ word }) => word.text === other.text)) continue;
    // Korean that is sure stays, and so does whatever is mostly at its place.
    const doubted = same.filter(({ word }) => !isSureHangul(word));
    const covered = same.reduce((sum, { word }) => sum + (isSureHangul(word) ? commonWidth(word, other) : 0), 0);
    const [first] = doubted;
    if (first === undefined || covered > other.width / 2) continue;
    if (other.confidence < mean(doubted.map(({ word }) => word)) + SURER) continue;
    first.taken.push(other);
    for (const slot of doubted) slot.isGone = true;
  }
  return slots.flatMap(({ word, taken, isGone }) => {
    if (!isGone) return [word];
    const { line, paragraph, isApart } = word;
    return taken
      .sort((a, b) => a.left - b.left)
      .map((each, i) => ({ ...each, line, paragraph, isApart: i === 0 ? isApart : each.isApart }));
  });
}

/** Height of a band of the page in which words are looked for, in points. */
const BAND = 100;

function isSamePlace(a: RecognizedWord, b: RecognizedWord): boolean {
  const across = commonWidth(a, b);
  const down = Math.min(a.top + a.height, b.top + b.height) - Math.max(a.top, b.top);
  return across > OVERLAP * Math.min(a.width, b.width) && down > OVERLAP * Math.min(a.height, b.height);
}

function commonWidth(a: RecognizedWord, b: RecognizedWord): number {
  return Math.max(0, Math.min(a.left + a.width, b.left + b.width) - Math.max(a.left, b.left));
}

function isSureHangul({ text, confidence }: RecognizedWord): boolean {
  return hasSyllable(text) && confidence >= DOUBTFUL;
}

function mean(words: readonly RecognizedWord[]): number {
  const letters = words.reduce((sum, { text }) => sum + text.length, 0);
  return words.reduce((sum, { text, confidence }) => sum + confidence * text.length, 0) / Math.max(1, letters);
}
