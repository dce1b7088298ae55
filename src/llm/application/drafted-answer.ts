import { CheckedAnswer, CheckSource } from '../domain/checked-answer.js';
import { PlainReply } from '../domain/model-reply/plain-reply.js';
import { ReadReply } from '../domain/model-reply/reply-reader.js';
import { NO_ANSWER } from '../domain/no-answer.js';
import { advanceReply, finishReply, NO_PROGRESS, ReplyProgress } from '../domain/reply-progress.js';

/** Receives a checked chunk of the answer. */
export type OnText = (text: string) => void;

/** Number of new characters after which the reply is parsed again. */
const TRY_EVERY = 16;

/** A model's reply that is read, checked and sent while it arrives. */
export class DraftedAnswer {
  private readonly reply: PlainReply;
  private progress: ReplyProgress = NO_PROGRESS;
  private shown = '';
  private waiting = 0;
  private received = false;

  /** @param holds the model reasons before its answer, without a start mark */
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
    // Each parse reads the whole open part, so it does not run for every character.
    if (this.waiting < TRY_EVERY) return;
    this.waiting = 0;
    // The sent text is not part of the answer. The caller learns that from the whole answer; nothing more is sent before.
    if (this.reply.restarts > 0 && this.shown !== '') return;
    this.progress = advanceReply(this.progress, this.reply.shown, this.source);
    this.show(this.progress.answer.text);
  }

  /** @param whole the whole reply, for a reply that was not streamed */
  end(whole: string): ReadReply {
    if (!this.received) this.reply.push(whole);
    return this.reply.end();
  }

  /** @returns undefined if no sentence of the reply has support in a passage that it cites */
  check(text: string, isWhole: boolean): CheckedAnswer | undefined {
    return finishReply(NO_PROGRESS, text, this.source, isWhole);
  }

  /** Sends the missing rest of an answer, unless another draft was started. */
  show(text: string): void {
    if (!text.startsWith(this.shown)) return;
    if (text.length > this.shown.length) this.onText?.(text.slice(this.shown.length));
    this.shown = text;
  }
}
