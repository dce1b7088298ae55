/** Waits for the next ring of a name; what rings between `listen` and `within` counts. */
export interface Listening {
  /** Resolves at a ring, after the time, or when the signal fires. */
  within(limitMs: number, signal?: AbortSignal): Promise<void>;
  /** Call it in the end. */
  leave(): void;
}

/** Wakes whoever waits for something that has a name. */
export class Bell {
  private readonly waiting = new Map<string, Set<() => void>>();

  listen(name: string): Listening {
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

  ring(name: string): void {
    for (const wake of this.waiting.get(name) ?? []) wake();
  }

  ringAll(): void {
    for (const name of this.waiting.keys()) this.ring(name);
  }
}
