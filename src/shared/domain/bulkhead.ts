/** The limit of running calls and the limit of waiting calls are both reached. */
export class BulkheadFullError extends Error {}

interface Waiting {
  readonly start: () => void;
}

/**
 * Limits concurrent calls; further calls wait in a bounded FIFO queue. A cancelled call leaves the queue at once. In cockatiel's bulkhead
 * it would keep its position until its turn.
 */
export class Bulkhead {
  private running = 0;
  private readonly queue: Waiting[] = [];

  /**
   * @param limit calls that run concurrently
   * @param queueLimit calls that wait
   */
  constructor(
    private readonly limit: number,
    private readonly queueLimit = Infinity,
  ) {}

  get load(): { readonly running: number; readonly waiting: number } {
    return { running: this.running, waiting: this.queue.length };
  }

  /** @throws BulkheadFullError at once when the queue is full; the signal's reason when it fires while the call waits */
  async run<T>(call: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    await this.enter(signal);
    try {
      return await call();
    } finally {
      // Pass the slot directly to the next waiting call, so that no new call can take it.
      const next = this.queue.shift();
      if (next === undefined) this.running--;
      else next.start();
    }
  }

  private async enter(signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted();
    if (this.running < this.limit) {
      this.running++;
      return;
    }
    if (this.queue.length >= this.queueLimit)
      throw new BulkheadFullError(`${this.limit} calls run and ${this.queueLimit} wait already`);
    await new Promise<void>((resolve, reject) => {
      const leave = () => {
        this.queue.splice(this.queue.indexOf(waiting), 1);
        const reason: unknown = signal?.reason;
        reject(reason instanceof Error ? reason : new Error('the call was cancelled while it waited'));
      };
      const waiting: Waiting = {
        start: () => {
          signal?.removeEventListener('abort', leave);
          resolve();
        },
      };
      this.queue.push(waiting);
      signal?.addEventListener('abort', leave, { once: true });
    });
  }
}

/**
 * Processes items, up to `limit` concurrently. After a failure no further item is started.
 * @returns the results in the order of the items
 * @throws the first failure
 * @example const outcomes = await mapConcurrently(trials, 3, (trial) => bench.ask(trial));
 */
export function mapConcurrently<Item, Result>(
  items: readonly Item[],
  limit: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const bulkhead = new Bulkhead(limit);
  const stop = new AbortController();
  const results = items.map((item) => bulkhead.run(() => work(item), stop.signal));
  const all = Promise.all(results);
  all.catch((error: unknown) => stop.abort(error));
  return all;
}
