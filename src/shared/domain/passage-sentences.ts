import { PlacedSentence, placedSentences } from '../../text/sentences/governing-sentences.js';
import { sentenceSpans } from '../../text/sentences/sentences.js';
import { memoize } from '../../text/memoize.js';

/** Cached passages: some megabytes at the usual length. */
const REMEMBERED = 4_000;

/** Returns the sentence spans of a passage; cached for the passages read last. */
export const sentencesOfPassage = memoize(REMEMBERED, (text: string): readonly PlacedSentence[] =>
  placedSentences(text, sentenceSpans(text)),
);
