import { isNoAnswer } from './answer-prompt.js';
import { CheckedAnswer, checkBlock, CheckSource, NOTHING_CHECKED } from './checked-answer.js';
import { visibleText } from './neutral-text.js';
import { blockEnds } from './reply-blocks.js';

/** How far a reply that is still coming was checked. */
export interface ReplyProgress {
  /** Length of the reply that was checked, without what cannot be seen. */
  readonly done: number;
  readonly answer: CheckedAnswer;
}

export const NO_PROGRESS: ReplyProgress = { done: 0, answer: NOTHING_CHECKED };

/**
 * Checks the parts of a reply that became complete. The answer only ever grows at its end, so that it may be shown as it grows and
 * is, in the end, what the whole reply would have given at once.
 * @param reply all of it so far
 */
export function advanceReply(progress: ReplyProgress, reply: string, source: CheckSource): ReplyProgress {
  const visible = visibleText(reply);
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
 * @returns undefined when no sentence of the reply can be tied to a passage that it cites
 */
export function finishReply(
  progress: ReplyProgress,
  reply: string,
  source: CheckSource,
  isWhole = true,
): CheckedAnswer | undefined {
  const { done, answer } = advanceReply(progress, reply, source);
  const checked = isWhole ? checkBlock(answer, visibleText(reply).slice(done), source) : answer;
  return checked.order.length === 0 ? undefined : checked;
}
