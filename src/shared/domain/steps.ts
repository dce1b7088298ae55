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

/** Work in steps: it may pause at each `yield`. */
export type Steps<T> = Generator<undefined, T, undefined>;

/** Runs work in steps without a pause and returns its result. */
export function lastOf<T>(steps: Steps<T>): T {
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value;
}

/** Runs work in steps and returns its result; yields to other requests between the steps. @throws the reason of the signal when it fires */
export async function inSlices<T>(steps: Steps<T>, others = new EventLoopYielder(), signal?: AbortSignal): Promise<T> {
  let step = steps.next();
  while (step.done !== true) {
    await others.yieldIfDue();
    signal?.throwIfAborted();
    step = steps.next();
  }
  return step.value;
}
