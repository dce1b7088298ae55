import { PlacedSentence, placedSentences } from '../../text/sentences/governing-sentences.js';
import { sentenceSpans } from '../../text/sentences/sentences.js';
import { memoize } from '../../text/memoize.js';

/** Passages come up again and again; some megabytes of the usual length. */
const REMEMBERED = 4_000;

/** The sentences of a passage, placed; remembered for the passages that were read last. */
export const sentencesOfPassage = memoize(REMEMBERED, (text: string): readonly PlacedSentence[] =>
  placedSentences(text, sentenceSpans(text)),
);
