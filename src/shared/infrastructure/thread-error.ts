/**
 * Converts the failure of a worker thread to an Error. Errors of SQLite arrive from other threads as plain objects with their code but
 * without their message.
 */
export function threadError(thrown: unknown, thread: string): Error {
  if (thrown instanceof Error) return thrown;
  const code = typeof thrown === 'object' && thrown !== null && 'code' in thrown ? thrown.code : thrown;
  return Object.assign(new Error(`The ${thread} thread failed: ${String(code)}`), { code: String(code) });
}
