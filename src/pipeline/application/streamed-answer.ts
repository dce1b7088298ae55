import { AnswerListener } from '../domain/step.js';

/** The part of an answer that was already sent to a listener. */
export class StreamedAnswer {
  private text = '';
  private isWriting = false;

  constructor(private readonly listener: AnswerListener | undefined) {}

  /**
   * Receives the chunks of a draft while it is written; undefined without a listener. Only the first draft is sent. A later draft replaces
   * it, and is sent when it is final.
   * @param signal of the step that writes: chunks after its end are ignored
   */
  draft(signal: AbortSignal): ((piece: string) => void) | undefined {
    const { listener } = this;
    if (listener === undefined || this.isWriting) return undefined;
    this.isWriting = true;
    return (piece) => {
      if (signal.aborted || piece === '') return;
      this.text += piece;
      listener.text(piece);
    };
  }

  /** Sends the missing rest of the final answer, or all of it if another draft was sent. */
  complete(answer: string): void {
    if (this.listener === undefined) return;
    const continuesDraft = answer.startsWith(this.text);
    if (!continuesDraft) this.listener.replaced();
    const rest = continuesDraft ? answer.slice(this.text.length) : answer;
    this.text = answer;
    if (rest !== '') this.listener.text(rest);
  }
}
