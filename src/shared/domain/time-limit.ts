/**
 * Runs work with a time limit in addition to the signal of its caller.
 * @param tooLate creates the error for work that exceeded the limit, since the error of the stopped work does not mention the limit
 */
export async function withinTime<T>(
  {
    limitMs,
    signal,
    tooLate,
  }: { readonly limitMs: number; readonly signal: AbortSignal; readonly tooLate: () => Error },
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(tooLate()), limitMs);
  try {
    return await work(AbortSignal.any([signal, limit.signal]));
  } catch (error) {
    throw limit.signal.aborted && !signal.aborted ? tooLate() : error;
  } finally {
    clearTimeout(timer);
  }
}

/** Deadline of a signal, if it is known at the start. */
const ends = new WeakMap<AbortSignal, number>();

/** Records the latest moment at which a signal fires. @param at milliseconds of `performance.now()` */
export function setDeadline(signal: AbortSignal, at: number): void {
  ends.set(signal, at);
}

/** Returns the latest moment at which a signal fires, in milliseconds of `performance.now()`; undefined if none is recorded. */
export function deadlineOf(signal: AbortSignal | undefined): number | undefined {
  return signal === undefined ? undefined : ends.get(signal);
}
