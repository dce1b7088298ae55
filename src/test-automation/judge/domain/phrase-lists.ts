/** Phrases that say nothing, and phrases that say that there is no answer; lower case, both languages. */
export interface PhraseLists {
  /** Never a success where the documents answer (REQ-W-001). */
  readonly evasive: readonly string[];
  /** How a target without a flag of its own says that it has no answer. */
  readonly abstaining: readonly string[];
}

/** An abstention is short: a long text that holds such a phrase somewhere answers something. */
const LONGEST_ABSTENTION = 300;

const folded = (text: string) => text.normalize('NFC').toLowerCase().replace(/\s+/gu, ' ');

/** The first phrase of the list that the text holds. */
export function phraseIn(text: string, phrases: readonly string[]): string | undefined {
  const haystack = folded(text);
  return phrases.find((phrase) => haystack.includes(folded(phrase)));
}

/** Whether a text says that it has no answer. */
export function readsAsAbstention(text: string, lists: PhraseLists): boolean {
  return text.length <= LONGEST_ABSTENTION && phraseIn(text, lists.abstaining) !== undefined;
}
