import { Bm25Options } from './lexical-index.js';

/** Robertson's usual values; a word in the heading counts twice, since it says what the passage is about (src/search/README.md). */
export const BM25: Bm25Options = { k1: 1.2, b: 0.75, headingWeight: 2 };
