import type { RecognizedWord } from './tesseract-words.js';
import { hasSyllable } from '../../../../text/korean/hangul-syllable.js';

/** Minimum shared fraction of the narrower word for two words at the same position of a page. */
const OVERLAP = 0.3;
/** Minimum margin of confidence for the other reading. */
const SURER = 5;
const DOUBTFUL = 60;
/** A word of the other reading below this confidence is ignored. */
const LEAST_OTHER = 40;

/** A word of the first reading with the words of the other one that replace it. */
interface Slot {
  readonly word: RecognizedWord;
  taken: RecognizedWord[];
  isGone: boolean;
}

/** Whether a reading has words that another language may explain. */
export function hasDoubts(words: readonly RecognizedWord[]): boolean {
  return words.some(({ confidence, text }) => confidence < DOUBTFUL && text.length > 1);
}

/** Share of the letters that are in words with Hangul of high confidence. */
export function hangulShare(words: readonly RecognizedWord[]): number {
  const count = (some: readonly RecognizedWord[]): number => some.reduce((sum, { text }) => sum + text.length, 0);
  const korean = words.filter(({ text, confidence }) => hasSyllable(text) && confidence >= DOUBTFUL);
  return count(korean) / Math.max(1, count(words));
}

/** The words of one reading of a page; words of another reading replace those where it has the higher confidence. */
export function mergeWords(words: readonly RecognizedWord[], others: readonly RecognizedWord[]): RecognizedWord[] {
  const slots = words.map((word): Slot => ({ word, taken: [], isGone: false }));
  const lines = Map.groupBy(slots, ({ word }) => Math.floor(word.top / BAND));
  for (const other of others) {
    const band = Math.floor(other.top / BAND);
    const near = [band - 1, band, band + 1].flatMap((each) => lines.get(each) ?? []);
    const same = near.filter(({ word }) => isSamePlace(word, other));
    if (other.confidence < LEAST_OTHER || same.some(({ word }) => word.text === other.text)) continue;
    // Korean words of high confidence stay, and so do words that mostly overlap them.
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

/** Height in points of a band of the page that is searched for words. */
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
