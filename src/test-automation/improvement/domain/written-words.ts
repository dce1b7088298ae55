import { foldedWithoutSpaces } from '../../../text/folded-text.js';

/** Words as a passage or its heading has them, letter by letter. */
export interface WrittenWords {
  readonly text: string;
  readonly isHeading: boolean;
}

/** `이수하면`, `구성합니까`: a noun that is a verb. Shorter nouns are in many words. */
const VERB_OF_NOUN = /^(?<noun>[가-힣]{2,}?)[하합해한할했되됩돼된될]/u;

/** The stem of `이수하면`, which a passage has in another form; other words as they are. */
export const stemOf = (word: string): string => VERB_OF_NOUN.exec(word)?.groups?.['noun'] ?? word;

/** The words in the form of a text; undefined if it has them in no form. */
function formIn(text: string, words: string): string | undefined {
  const at = text.toLowerCase().indexOf(words.toLowerCase());
  const own = text.match(/[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu) ?? [];
  if (at >= 0) {
    // A part of a longer word is not the word.
    const whole = own.find((word) => word.toLowerCase() === words.toLowerCase());
    return whole ?? text.slice(at, at + words.length);
  }
  const stem = foldedWithoutSpaces(stemOf(words));
  return own.find((word) => foldedWithoutSpaces(word).startsWith(stem));
}

/**
 * The words that a passage has in the place of others, in its own form: `복학하고자` for `복학하려면`.
 * @param quote the passage, which comes before its heading
 */
export function writtenIn(
  { quote, heading }: { readonly quote: string; readonly heading: string },
  words: string,
): WrittenWords | undefined {
  const inQuote = formIn(quote, words);
  if (inQuote !== undefined) return { text: inQuote, isHeading: false };
  const inHeading = formIn(heading, words);
  return inHeading === undefined ? undefined : { text: inHeading, isHeading: true };
}
