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
