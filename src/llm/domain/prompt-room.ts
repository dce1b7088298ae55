import { estimatedTokens } from './price-table.js';
import { WriterPassage } from './written-answer.js';

/**
 * Maximum number of tokens of the passages in a prompt. With the rules, the question and the reply it fits into a context of 4,096 tokens,
 * the default of many local servers. These cut a longer prompt at its start, where the rules are. Models of 7B lose the middle of longer
 * prompts.
 */
const PASSAGE_TOKENS = 2_600;
/** Number of the best passages that are included at any length. */
const AT_LEAST = 2;

/** The passages that fit into a prompt: the first ones, since they are in the order of their use. */
export function fittingPassages(passages: readonly WriterPassage[]): readonly WriterPassage[] {
  let tokens = 0;
  const cut = passages.findIndex(({ title, section, text }, i) => {
    tokens += estimatedTokens(`${title} ${section ?? ''} ${text}`);
    return i >= AT_LEAST && tokens > PASSAGE_TOKENS;
  });
  return cut === -1 ? passages : passages.slice(0, cut);
}
