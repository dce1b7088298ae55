import { Analyser } from '../../../text/tokens/analyser.js';
import { koreanForm } from '../../../text/korean/korean-form.js';
import { isHangul } from '../../../text/korean/hangul-syllable.js';

/** A content word of a heading without its particle, and its index terms. */
export interface HeadingWord {
  readonly text: string;
  readonly terms: readonly string[];
}

/** The content words of a heading in order, without article numbers and function words. */
export function headingWords(heading: string, analyser: Analyser): readonly HeadingWord[] {
  const words = new Map<number, { text: string; terms: string[] }>();
  for (const { term, kind, start, end, word } of analyser.tokens(heading)) {
    const written = heading.slice(start, end);
    const form = isHangul(written) ? koreanForm(written)?.text : written;
    if (kind === 'reference' || form === undefined) continue;
    // Pairs of syllables that include a part of a particle do not describe the word.
    if (kind === 'gram' && term.length > 1 && !form.includes(term)) continue;
    const known = words.get(word) ?? { text: form, terms: [] };
    known.terms.push(term);
    words.set(word, known);
  }
  return [...words.values()];
}
