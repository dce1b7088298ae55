import { AnswerListener } from '../domain/answer-listener.js';

/** What of an answer was told to a listener already. */
export class StreamedAnswer {
  private text = '';
  private isWriting = false;

  constructor(private readonly listener: AnswerListener | undefined) {}

  /**
   * Takes the pieces of a draft as they are written; undefined where nobody listens. Only the first draft is told: a later one
   * replaces it, and is told when it is known to stand.
   * @param signal of the step that writes: a late writer's pieces are void
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

  /** Tells what is missing of the final answer; all of it where another one was told. */
  complete(answer: string): void {
    if (this.listener === undefined) return;
    const stands = answer.startsWith(this.text);
    if (!stands) this.listener.replaced();
    const rest = stands ? answer.slice(this.text.length) : answer;
    this.text = answer;
    if (rest !== '') this.listener.text(rest);
  }
}
