import { CheckedAnswer, CheckSource } from '../domain/checked-answer.js';
import { PlainReply } from '../domain/model-reply/plain-reply.js';
import { ReadReply } from '../domain/model-reply/reply-reader.js';
import { NO_ANSWER } from '../domain/no-answer.js';
import { advanceReply, finishReply, NO_PROGRESS, ReplyProgress } from '../domain/reply-progress.js';

/** Takes a piece of the answer that was checked already. */
export type OnText = (text: string) => void;

/** Characters that come before the reply is looked at again. */
const TRY_EVERY = 16;

/** A model's reply on its way to an answer: read, checked and shown as it grows. */
export class DraftedAnswer {
  private readonly reply: PlainReply;
  private progress: ReplyProgress = NO_PROGRESS;
  private shown = '';
  private waiting = 0;
  private received = false;

  /** @param holds the model thinks before it speaks without saying where it begins */
  constructor(
    private readonly source: CheckSource,
    private readonly onText: OnText | undefined,
    holds: boolean,
  ) {
    this.reply = new PlainReply(NO_ANSWER.en, holds);
  }

  push(token: string): void {
    this.received ||= token !== '';
    this.reply.push(token);
    this.waiting += token.length;
    // Each try reads all that is open: not at every letter of a reply without end.
    if (this.waiting < TRY_EVERY) return;
    this.waiting = 0;
    // What was shown turned out to be no part of the answer: the caller hears it by the whole answer, and nothing more is shown before.
    if (this.reply.restarts > 0 && this.shown !== '') return;
    this.progress = advanceReply(this.progress, this.reply.shown, this.source);
    this.show(this.progress.answer.text);
  }

  /** @param whole the reply, for where it did not come in pieces */
  end(whole: string): ReadReply {
    if (!this.received) this.reply.push(whole);
    return this.reply.end();
  }

  /** @returns undefined when no sentence of the reply can be tied to a passage that it cites */
  check(text: string, isWhole: boolean): CheckedAnswer | undefined {
    return finishReply(NO_PROGRESS, text, this.source, isWhole);
  }

  /** Shows what is missing of an answer, unless another one was begun. */
  show(text: string): void {
    if (!text.startsWith(this.shown)) return;
    if (text.length > this.shown.length) this.onText?.(text.slice(this.shown.length));
    this.shown = text;
  }
}
