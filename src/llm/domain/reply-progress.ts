import { CheckedAnswer, checkBlock, CheckSource, NOTHING_CHECKED } from './checked-answer.js';
import { plainCitations } from './model-reply/citation-notation.js';
import { visibleText } from './neutral-text.js';
import { isNoAnswer } from './no-answer.js';
import { blockEnds } from './reply-blocks.js';

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
