/** The time limit was exceeded, or the caller cancelled. */
export class StoppedError extends Error {
  constructor() {
    super('it was stopped before it was done');
    this.name = 'StoppedError';
  }
}

/**
 * Runs a call with a time limit that also covers the arrival of a response body. The call's signal fires when the limit is over or the
 * caller's signal fires. One controller with one timer, always cleared: combining signals (`AbortSignal.any`) hung concurrent requests on
 * Node 20.
 */
export async function withinLimit<T>(
  limitMs: number,
  caller: AbortSignal | undefined,
  call: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const stop = () => controller.abort();
  const timer = setTimeout(stop, limitMs);
  caller?.addEventListener('abort', stop, { once: true });
  if (caller?.aborted === true) stop();
  try {
    return await call(controller.signal);
  } finally {
    clearTimeout(timer);
    caller?.removeEventListener('abort', stop);
  }
}

/** Waits for work that cannot be stopped, until the signal fires. @throws StoppedError when the signal fires first */
export async function raceAbort<T>(signal: AbortSignal | undefined, work: Promise<T>): Promise<T> {
  if (signal === undefined) return work;
  let stop: (() => void) | undefined;
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(new StoppedError());
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    if (stop !== undefined) signal.removeEventListener('abort', stop);
  }
}
