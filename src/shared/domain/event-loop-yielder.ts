/** Length of a time slice in milliseconds. After it, other pending events run first. */
const PIECE_MS = 4;

/**
 * Yields to the event loop during long work on the main thread. An `await` of a resolved promise does not yield: its continuations all run
 * in one turn.
 */
export class EventLoopYielder {
  private since: number;

  /** @param nowMs monotonic clock in milliseconds */
  constructor(private readonly nowMs: () => number = () => performance.now()) {
    this.since = nowMs();
  }

  /** Yields if the current time slice is over. */
  async yieldIfDue(): Promise<void> {
    if (this.nowMs() - this.since >= PIECE_MS) await this.now();
  }

  async now(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    this.since = this.nowMs();
  }
}
