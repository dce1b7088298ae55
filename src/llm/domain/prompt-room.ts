import { estimatedTokens } from './price-table.js';
import { WriterPassage } from './written-answer.js';

/**
 * Tokens that passages may take in a prompt. With the rules, the question and the reply it fits a context of 4,096 tokens, which servers of
 * local models often have: they cut what is longer at its start, where the rules are. Models of 7B lose what is in the middle of more.
 */
const PASSAGE_TOKENS = 2_600;
/** The best passages are given however long they are. */
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
