import { visibleText } from './neutral-text.js';
import { lowered } from '../../text/folded-text.js';
import { functionWords } from '../../text/english/function-words.js';
import { ENGLISH_NUMBERS, KOREAN_ONES } from '../../text/quantities/numerals.js';

/** Terms of a sentence for comparison with another: word stems, pairs of Hangul syllables, numbers. */
export interface ClaimTerms {
  readonly terms: ReadonlySet<string>;
  /** Every spelling of each number: one of them must be found. */
  readonly numbers: readonly (readonly string[])[];
  /** Words as a reader counts them. */
  readonly wordCount: number;
}

const WORD = /\d+(?:[.,]\d+)*|[\p{Script=Latin}\p{M}]+|[\uac00-\ud7a3]+|\p{L}+/gu;

/** Words that hold sentences together and say nothing about what they mean. */
const FUNCTION_WORDS = functionWords(
  'at is are was were be been being its these those whom as does did has have had may will would should if then than there their they ' +
    'he she your we our s t also according based passage passages',
);
/** Syllable pairs of endings and particles, which any two Korean sentences share. */
const FUNCTION_PAIRS = new Set(
  '니다 합니 습니 입니 됩니 있습 없습 하여 하는 되는 에서 으로 부터 까지 하고 한다 된다 이다 이며 하며 에게 에는 경우 수있 해야 어야 아야 여야 하려 려는 려면 않는 않습'.split(
    ' ',
  ),
);
/** From 0 to 12; larger ones are written in digits. */
const NUMBER_WORDS = ENGLISH_NUMBERS.slice(0, 13);
const KOREAN_NUMBERS = ['', ...KOREAN_ONES, '열'];
const KOREAN_UNITS: readonly (readonly [string, number])[] = [
  ['천만', 10_000_000],
  ['백만', 1_000_000],
  ['억', 100_000_000],
  ['만', 10_000],
  ['천', 1000],
];

/** `1,200` is `1200`, `03` is `3`, `0.10` is `0.1`; dates such as `2025.3.1` fall into their parts. */
function plainNumbers(text: string): string[] {
  const joined = text.replace(/,(?=\d{3}(?:\D|$))/gu, '');
  const parts = /^\d+\.\d+$/u.test(joined) ? [joined] : joined.split(/[.,]/u);
  // Numbers beyond the precision of a double stay as written.
  return parts.map((part) => (part.length > 15 ? part : String(Number(part))));
}

/** Spellings of a number with the syllables that follow it: `80만` is also `800000`. */
function spellings(number: string, after: string): string[] {
  const unit = KOREAN_UNITS.find(([name]) => after.startsWith(name));
  return unit === undefined ? [number] : [number, String(Number(number) * unit[1])];
}

/**
 * A rough English stem: it only has to make the forms of one word meet. Rougher than that of the fact check: `ly` stays, and no irregular
 * form is known; the shares that a claim has to reach were measured with it.
 */
function stem(word: string): string {
  if (word.length < 4) return word;
  if (/(?:ies|ied|y)$/u.test(word)) return word.replace(/(?:ies|ied|y)$/u, 'i');
  return word.replace(/(?:ing|ed|es|s|e)$/u, (ending) => (word.length - ending.length >= 3 ? '' : ending));
}

function pairs(word: string): string[] {
  if (word.length === 1) return [word];
  return Array.from({ length: word.length - 1 }, (_, i) => word.slice(i, i + 2)).filter(
    (pair) => !FUNCTION_PAIRS.has(pair),
  );
}

/** The digit of a number word; Korean number words only as separate words, since `한` and `두` are common syllables. */
function wordNumber(word: string): string | undefined {
  const value = Math.max(NUMBER_WORDS.indexOf(word), KOREAN_NUMBERS.indexOf(word));
  return value > 0 ? String(value) : undefined;
}

function wordTerms(word: string): string[] {
  if (/^[\p{Script=Latin}\p{M}]+$/u.test(word)) return FUNCTION_WORDS.has(word) ? [] : [stem(word)];
  return pairs(word);
}

/**
 * Terms of a text; digits and number words give the same term. Number words are terms, but not part of `numbers`, which are checked against
 * a source.
 */
export function claimTerms(text: string): ClaimTerms {
  const terms = new Set<string>();
  const numbers: string[][] = [];
  let wordCount = 0;
  const folded = lowered(visibleText(text));
  for (const match of folded.matchAll(WORD)) {
    wordCount++;
    const [word] = match;
    if (/^\d/u.test(word)) {
      const after = folded.slice(match.index + word.length, match.index + word.length + 4).trimStart();
      for (const number of plainNumbers(word)) {
        numbers.push(spellings(number, after));
        for (const spelling of spellings(number, after)) terms.add(spelling);
      }
      continue;
    }
    const number = wordNumber(word);
    for (const term of number === undefined ? wordTerms(word) : [number]) terms.add(term);
  }
  return { terms, numbers, wordCount };
}
