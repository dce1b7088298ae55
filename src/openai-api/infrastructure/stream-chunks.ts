import { Readable } from 'node:stream';
import { AnswerListener } from '../../pipeline/domain/step.js';
import { MESSAGES } from '../../pipeline/domain/messages.js';
import { Language } from '../../text/language.js';

/** The chunks of an answer in order of arrival, for a protocol that cannot revoke sent text. */
export class StreamChunks implements AnswerListener {
  private readonly waiting = new Readable({ objectMode: true, read: () => undefined });
  private length = 0;
  private startsAt = 0;

  constructor(private readonly language: Language) {}

  /** Offset of the answer in the joined chunks; 0 unless a draft is before it. */
  get answerStart(): number {
    return this.startsAt;
  }

  step(): void {
    // The protocol has no event for steps.
  }

  text(piece: string): void {
    this.length += piece.length;
    this.waiting.push(piece);
  }

  replaced(): void {
    this.text(`\n\n${MESSAGES[this.language].replaced}\n\n`);
    this.startsAt = this.length;
  }

  /** No further chunk follows; waiting chunks are still sent. */
  end(): void {
    this.waiting.push(null);
  }

  async *pieces(): AsyncGenerator<string, void, undefined> {
    for await (const piece of this.waiting) if (typeof piece === 'string') yield piece;
  }
}
