/**
 * Gives work a limit of time beside the signal of its caller.
 * @param tooLate makes the error of work that the limit ended; work that is stopped ends with an error of its own, which says nothing of it
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
