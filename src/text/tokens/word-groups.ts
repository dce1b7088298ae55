import type { Token } from './analyser.js';

/** Groups the tokens of each written word, in their order. */
export function group(tokens: readonly Token[]): Token[][] {
  const groups: Token[][] = [];
  for (const token of tokens) {
    const last = groups.at(-1);
    if (last !== undefined && last[0]?.word === token.word) last.push(token);
    else groups.push([token]);
  }
  return groups;
}
