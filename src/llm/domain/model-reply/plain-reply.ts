import { unwrapped } from './reply-envelope.js';
import { ReadReply, ReplyReader } from './reply-reader.js';

/**
 * What a model says, in plain text, while it still comes: without its reasoning, the marks of its template, fences and JSON around it. `shown` only
 * grows at its end, however the reply is cut into pieces; where `restarts` has grown, an answer began late and `shown` begins again.
 * Every use of a model reads its replies by this.
 */
export class PlainReply {
  private readonly reader: ReplyReader;

  /**
   * @param noAnswer what stands for a JSON object that says that there is no answer
   * @param holds the model thinks before it speaks without saying where it begins: nothing shows before its answer begins
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
