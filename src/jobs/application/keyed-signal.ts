/** Waits for the next notification of a name; notifications between `subscribe` and `within` count. */
export interface Subscription {
  /** Resolves at a notification, after the time, or when the signal aborts. */
  within(limitMs: number, signal?: AbortSignal): Promise<void>;
  /** Unsubscribes; must be called at the end. */
  leave(): void;
}

/** Notifies the subscribers of a name. */
export class KeyedSignal {
  private readonly waiting = new Map<string, Set<() => void>>();

  subscribe(name: string): Subscription {
    const others = this.waiting.get(name) ?? new Set();
    this.waiting.set(name, others);
    let wake = (): void => undefined;
    const heard = new Promise<void>((resolve) => (wake = resolve));
    others.add(wake);
    return {
      async within(limitMs, signal) {
        const timer = setTimeout(wake, limitMs);
        signal?.addEventListener('abort', wake, { once: true });
        await heard;
        clearTimeout(timer);
        signal?.removeEventListener('abort', wake);
      },
      leave: () => {
        others.delete(wake);
        if (others.size === 0 && this.waiting.get(name) === others) this.waiting.delete(name);
      },
    };
  }

  notify(name: string): void {
    for (const wake of this.waiting.get(name) ?? []) wake();
  }

  notifyAll(): void {
    for (const name of this.waiting.keys()) this.notify(name);
  }
}
