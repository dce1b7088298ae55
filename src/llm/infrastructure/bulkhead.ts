/** No more calls run, and no more wait, than were allowed. */
export class SlotsFullError extends Error {}

interface Waiting {
  readonly start: () => void;
}

/** So many calls at a time; so many more wait for their turn, in order; one that is cancelled leaves the queue at once. */
export class Bulkhead {
  private running = 0;
  private readonly queue: Waiting[] = [];

  constructor(
    private readonly places: number,
    private readonly queuePlaces: number,
  ) {}

  get load(): { readonly running: number; readonly waiting: number } {
    return { running: this.running, waiting: this.queue.length };
  }

  /** @throws SlotsFullError at once when all places are taken; the signal's reason when it fires before the turn came */
  async run<T>(signal: AbortSignal, call: () => Promise<T>): Promise<T> {
    await this.enter(signal);
    try {
      return await call();
    } finally {
      // The place goes to the next in line without being free in between.
      const next = this.queue.shift();
      if (next === undefined) this.running--;
      else next.start();
    }
  }

  private async enter(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.running < this.places) {
      this.running++;
      return;
    }
    if (this.queue.length >= this.queuePlaces)
      throw new SlotsFullError(`${this.places} calls run and ${this.queuePlaces} wait already`);
    await new Promise<void>((resolve, reject) => {
      const leave = () => {
        this.queue.splice(this.queue.indexOf(waiting), 1);
        reject(new SlotsFullError('the call was cancelled while it waited'));
      };
      const waiting: Waiting = {
        start: () => {
          signal.removeEventListener('abort', leave);
          resolve();
        },
      };
      this.queue.push(waiting);
      signal.addEventListener('abort', leave, { once: true });
    });
  }
}
