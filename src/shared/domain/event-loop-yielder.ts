/** Milliseconds of work in one piece, after which what else is due goes first. */
const PIECE_MS = 4;

/**
 * For long work on the thread that answers requests: awaits that have nothing to wait for keep the event loop from everything else,
 * as their continuations all run in one turn.
 */
export class EventLoopYielder {
  private since: number;

  /** @param nowMs milliseconds of a clock that only goes forward */
  constructor(private readonly nowMs: () => number = () => performance.now()) {
    this.since = nowMs();
  }

  /** Lets other events go first when the piece of work has become long enough. */
  async yieldIfDue(): Promise<void> {
    if (this.nowMs() - this.since >= PIECE_MS) await this.now();
  }

  async now(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    this.since = this.nowMs();
  }
}
