import { Readable } from 'node:stream';
import { AnswerListener } from '../../pipeline/domain/answer-listener.js';
import { MESSAGES } from '../../pipeline/domain/messages.js';
import { Language } from '../../text/language.js';

/** The pieces of an answer in the order in which they come, for a protocol that cannot take back what was shown. */
export class StreamChunks implements AnswerListener {
  private readonly waiting = new Readable({ objectMode: true, read: () => undefined });
  private length = 0;
  private startsAt = 0;

  constructor(private readonly language: Language) {}

  /** Where the answer begins in the joined pieces; 0 unless a draft stands before it. */
  get answerStart(): number {
    return this.startsAt;
  }

  step(): void {
    // The protocol has no word for steps.
  }

  text(piece: string): void {
    this.length += piece.length;
    this.waiting.push(piece);
  }

  replaced(): void {
    this.text(`\n\n${MESSAGES[this.language].replaced}\n\n`);
    this.startsAt = this.length;
  }

  /** No piece comes any more; those that wait are still given. */
  end(): void {
    this.waiting.push(null);
  }

  async *pieces(): AsyncGenerator<string, void, undefined> {
    for await (const piece of this.waiting) if (typeof piece === 'string') yield piece;
  }
}
