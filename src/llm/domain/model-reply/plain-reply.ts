import { unwrapped } from './reply-envelope.js';
import { ReadReply, ReplyReader } from './reply-reader.js';

/**
 * The plain text of a reply while it arrives: without its reasoning, the marks of its template, fences and JSON around it. `shown` only
 * grows at its end, for any chunking of the reply. If `restarts` has grown, an answer started late and `shown` starts again. All features
 * read the replies of models with this class.
 */
export class PlainReply {
  private readonly reader: ReplyReader;

  /**
   * @param noAnswer replacement of a JSON object that reports no answer
   * @param holds the model reasons before its answer without a start mark: nothing is shown before its answer starts
   */
  constructor(
    private readonly noAnswer = '',
    holds = false,
  ) {
    this.reader = new ReplyReader(holds);
  }

  get restarts(): number {
    return this.reader.restarts;
  }

  get shown(): string {
    return unwrapped(this.reader.shown, false, this.noAnswer);
  }

  push(piece: string): void {
    this.reader.push(piece);
  }

  end(): ReadReply {
    const read = this.reader.end();
    return { ...read, text: unwrapped(read.text, true, this.noAnswer) };
  }
}

/** The plain text of a whole reply. */
export function plainReply(reply: string, noAnswer = ''): ReadReply {
  const plain = new PlainReply(noAnswer);
  plain.push(reply);
  return plain.end();
}
