import { CheckedAnswer, checkBlock, CheckSource, NOTHING_CHECKED } from './checked-answer.js';
import { plainCitations } from './model-reply/citation-notation.js';
import { visibleText } from './neutral-text.js';
import { isNoAnswer } from './no-answer.js';

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
function blockEnds(reply: string): number[] {
  return [...reply.matchAll(CITED_END)].map((match) => match.index + match[0].length);
}

/** The checked part of a reply that still arrives. */
export interface ReplyProgress {
  /** Length of the checked part of the reply, without invisible characters. */
  readonly done: number;
  readonly answer: CheckedAnswer;
}

export const NO_PROGRESS: ReplyProgress = { done: 0, answer: NOTHING_CHECKED };

/** The visible text of a reply, with its citations in one notation. */
function readable(reply: string, source: CheckSource, isEnded: boolean): string {
  return visibleText(plainCitations(reply, source.passages.length, isEnded));
}

/**
 * Checks the complete parts of a reply. The answer only grows at its end, so it can be sent while it grows, and it finally equals the
 * result of the whole reply.
 * @param reply all of it so far
 */
export function advanceReply(progress: ReplyProgress, reply: string, source: CheckSource): ReplyProgress {
  return advance(progress, readable(reply, source, false), source);
}

function advance(progress: ReplyProgress, visible: string, source: CheckSource): ReplyProgress {
  if (isNoAnswer(visible)) return progress;
  let { done, answer } = progress;
  for (const end of blockEnds(visible)) {
    if (end <= done) continue;
    answer = checkBlock(answer, visible.slice(done, end), source);
    done = end;
  }
  return { done, answer };
}

/**
 * Checks the rest of a reply that has ended.
 * @param isWhole false for a reply that was cut at its length: half a sentence may say the opposite of the whole
 * @returns undefined if no sentence of the reply has support in a passage that it cites
 */
export function finishReply(
  progress: ReplyProgress,
  reply: string,
  source: CheckSource,
  isWhole = true,
): CheckedAnswer | undefined {
  const visible = readable(reply, source, true);
  const { done, answer } = advance(progress, visible, source);
  const checked = isWhole ? checkBlock(answer, visible.slice(done), source) : answer;
  return checked.order.length === 0 ? undefined : checked;
}
