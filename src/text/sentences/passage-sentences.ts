import { PlacedSentence, placedSentences } from './governing-sentences.js';
import { sentenceSpans } from './sentences.js';
import { memoize } from '../memoize.js';

/** Cached passages: some megabytes at the usual length. */
const REMEMBERED = 4_000;

/** Returns the sentence spans of a passage; cached for the passages read last. */
export const sentencesOfPassage = memoize(REMEMBERED, (text: string): readonly PlacedSentence[] =>
  placedSentences(text, sentenceSpans(text)),
);
