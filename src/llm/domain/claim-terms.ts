import { visibleText } from './neutral-text.js';
import { functionWords } from '../../text/english/function-words.js';
import { normalForm } from '../../text/values/compare-values.js';
import { readValues } from '../../text/values/read-values.js';
import { isQuantity, Value } from '../../text/values/value.js';

/** Terms of a sentence for comparison with another: word stems, pairs of Hangul syllables, values. */
export interface ClaimTerms {
  readonly terms: ReadonlySet<string>;
  readonly values: readonly Value[];
  /** Those that are checked against a source: numbers in words are often idioms. */
  readonly checked: readonly Value[];
  /** The text that was read: the spans of the values are in it. */
  readonly text: string;
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

function wordTerms(word: string): string[] {
  if (/^[\p{Script=Latin}\p{M}]+$/u.test(word)) return FUNCTION_WORDS.has(word) ? [] : [stem(word)];
  return pairs(word);
}

/** A number without a known unit is a term of its own: its unit is a word. */
function valueTerm(value: Value): string {
  return isQuantity(value) && (value.free || value.kind === 'count') ? String(value.value) : normalForm(value);
}

/** Terms of a text; every notation of a value gives the same term. */
export function claimTerms(text: string): ClaimTerms {
  const visible = visibleText(text).normalize('NFC');
  const values = readValues(visible);
  const terms = new Set(values.map(valueTerm));
  let wordCount = 0;
  let next = 0;
  for (const match of visible.matchAll(WORD)) {
    wordCount++;
    while ((values[next]?.end ?? Infinity) <= match.index) next++;
    if ((values[next]?.start ?? Infinity) <= match.index) continue;
    for (const term of wordTerms(match[0].toLowerCase())) terms.add(term);
  }
  const isChecked = (value: Value): boolean => !isQuantity(value) || /\d/u.test(visible.slice(value.start, value.end));
  return { terms, values, checked: values.filter(isChecked), text: visible, wordCount };
}
