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
