/** What ended a worker thread, as an Error. Those of SQLite cross threads as plain objects that keep their code and lose their message. */
export function threadError(thrown: unknown, thread: string): Error {
  if (thrown instanceof Error) return thrown;
  const code = typeof thrown === 'object' && thrown !== null && 'code' in thrown ? thrown.code : thrown;
  return Object.assign(new Error(`The ${thread} thread failed: ${String(code)}`), { code: String(code) });
}
