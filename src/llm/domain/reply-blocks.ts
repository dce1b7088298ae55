/**
 * The end of a sentence with its citations, before or after the full stop or at the end of a line, and the blank after it. The next
 * character must already be there, so that more text cannot change the position, and must not be a lower-case letter, which would continue
 * the sentence. A mark on the next line belongs to the sentence after it.
 */
const MARK = String.raw`[[【][^[\]【】\n]{1,40}[\]】]`;
const CLOSERS = String.raw`["'”’)*_]{0,4}`;
const CITED_END = new RegExp(
  String.raw`(?:[.!?。]${CLOSERS}[^\S\n]{0,4}(?:${MARK}[^\S\n]{0,4}){1,6}[.!?。]?${CLOSERS}|(?:${MARK}[^\S\n]{0,4}){1,6}(?:[.!?。]${CLOSERS}|(?=\n)))\s{1,20}(?=[^\s[【a-z])`,
  'gu',
);

/**
 * Positions at which a reply can be split into separately checkable parts: after cited sentences. Positions do not change when the reply
 * continues. @returns offsets after each complete part, in order; the text after the last one is still open
 */
export function blockEnds(reply: string): number[] {
  return [...reply.matchAll(CITED_END)].map((match) => match.index + match[0].length);
}
