/** Limits of a reply that is read while it comes, in milliseconds. */
export interface FlowLimits {
  /** Until its first token: waiting for a place, all attempts and the waits between them. */
  readonly firstTokenMs: number;
  /** Between two tokens. */
  readonly idleMs: number;
  /** For all of it. */
  readonly wholeMs: number;
}

/** Which limit ended a reply. */
export type FlowLimit = keyof FlowLimits;

/**
 * Runs a call that is told to stop when its first token is late, when no further one comes, when all of it takes too long, or when the
 * caller's signal fires. One controller whose timers are always cleared.
 */
export class FlowWatch {
  /** The limit that ended the call; undefined while none has. */
  exceeded: FlowLimit | undefined;
  private readonly controller = new AbortController();
  private timer: NodeJS.Timeout | undefined;
  private hasBegun = false;

  constructor(readonly limits: FlowLimits) {}

  async run<T>(caller: AbortSignal, call: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const stop = () => this.controller.abort();
    const whole = this.stopAfter('wholeMs');
    this.timer = this.stopAfter('firstTokenMs');
    caller.addEventListener('abort', stop, { once: true });
    if (caller.aborted) stop();
    try {
      return await call(this.controller.signal);
    } finally {
      clearTimeout(whole);
      clearTimeout(this.timer);
      caller.removeEventListener('abort', stop);
    }
  }

  /** A token has come. */
  flowed(): void {
    if (this.hasBegun) {
      this.timer?.refresh();
      return;
    }
    this.hasBegun = true;
    clearTimeout(this.timer);
    this.timer = this.stopAfter('idleMs');
  }

  private stopAfter(limit: FlowLimit): NodeJS.Timeout {
    return setTimeout(() => {
      this.exceeded ??= limit;
      this.controller.abort();
    }, this.limits[limit]);
  }
}
