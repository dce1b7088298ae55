/** Empty phrases, and phrases of an abstention; lower case, both languages. */
export interface PhraseLists {
  /** Never a success if the documents answer (REQ-W-001). */
  readonly evasive: readonly string[];
  /** Abstention phrases of a target that has no flag for it. */
  readonly abstaining: readonly string[];
}

/** An abstention is short: a longer text with such a phrase answers something. */
const LONGEST_ABSTENTION = 300;

const folded = (text: string) => text.normalize('NFC').toLowerCase().replace(/\s+/gu, ' ');

/** The first phrase of the list in the text. */
export function phraseIn(text: string, phrases: readonly string[]): string | undefined {
  const haystack = folded(text);
  return phrases.find((phrase) => haystack.includes(folded(phrase)));
}

/** Whether a text is an abstention. */
export function readsAsAbstention(text: string, lists: PhraseLists): boolean {
  return text.length <= LONGEST_ABSTENTION && phraseIn(text, lists.abstaining) !== undefined;
}
