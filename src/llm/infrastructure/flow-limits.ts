/** Limits of a streamed reply, in milliseconds. */
export interface FlowLimits {
  /** Until its first token: the wait for a slot, all attempts and the waits between them. */
  readonly firstTokenMs: number;
  /** Between two tokens. */
  readonly idleMs: number;
  /** For the whole reply. */
  readonly wholeMs: number;
}

/** The limit that ended a reply. */
export type FlowLimit = keyof FlowLimits;

/**
 * Runs a call and aborts it if its first token is late, if no further token arrives, if the whole call takes too long, or if the caller's
 * signal fires. One controller whose timers are always cleared.
 */
export class FlowWatch {
  /** The limit that ended the call; undefined if none did. */
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

  /** Reports a received token. */
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
