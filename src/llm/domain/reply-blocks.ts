/**
 * The end of a sentence with its citations, before or behind the full stop or at the end of a line, and the blank that follows; what
 * comes next must be there already, so that more text cannot change the place, and is no small letter, which would go on with the
 * sentence. A mark on the next line belongs to the sentence behind it.
 */
const MARK = String.raw`[[【][^[\]【】\n]{1,40}[\]】]`;
const CLOSERS = String.raw`["'”’)*_]{0,4}`;
const CITED_END = new RegExp(
  String.raw`(?:[.!?。]${CLOSERS}[^\S\n]{0,4}(?:${MARK}[^\S\n]{0,4}){1,6}[.!?。]?${CLOSERS}|(?:${MARK}[^\S\n]{0,4}){1,6}(?:[.!?。]${CLOSERS}|(?=\n)))\s{1,20}(?=[^\s[【a-z])`,
  'gu',
);

/**
 * Where a reply may be cut so that each part can be checked by itself: behind cited sentences. Places stay where they are however
 * the reply goes on.
 * @returns offsets behind each part that is complete, in order; what follows the last one is still open
 */
export function blockEnds(reply: string): number[] {
  return [...reply.matchAll(CITED_END)].map((match) => match.index + match[0].length);
}
