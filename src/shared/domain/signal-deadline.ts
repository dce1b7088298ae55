/** When the work of a signal is given up, where that is known when it begins. */
const ends = new WeakMap<AbortSignal, number>();

/** Says when a signal will fire at the latest. @param at milliseconds of `performance.now()` */
export function setDeadline(signal: AbortSignal, at: number): void {
  ends.set(signal, at);
}

/** Milliseconds of `performance.now()` at which a signal fires at the latest; undefined where nobody has said. */
export function deadlineOf(signal: AbortSignal | undefined): number | undefined {
  return signal === undefined ? undefined : ends.get(signal);
}
