/**
 * Runs a call with a limit of its own that also holds while the body arrives; the client's timeout ends with the headers.
 * The call is told to stop when the limit is over or the caller's signal fires. One controller with one timer, always cleared.
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
