import { Analyser } from '../../../../text/tokens/analyser.js';

/** The terms of a passage in their order, heading before body. */
export interface PassageWords {
  readonly terms: readonly string[];
  /** Number of words between the previous term and this one, up to 255; each of the two texts starts again at 0. */
  readonly steps: Uint8Array;
  /** Number of terms of the heading. */
  readonly heading: number;
}

const LARGEST_STEP = 255;

/** Reads a passage as the in-memory index does. */
export function readWords(heading: string, body: string, analyser: Analyser): PassageWords {
  const terms: string[] = [];
  const steps: number[] = [];
  const read = (text: string) => {
    let last = 0;
    analyser.scan(text, (term, _kind, { word }) => {
      terms.push(term);
      steps.push(Math.min(word - last, LARGEST_STEP));
      last = word;
    });
  };
  read(heading);
  const headingTerms = terms.length;
  read(body);
  return { terms, steps: Uint8Array.from(steps), heading: headingTerms };
}
