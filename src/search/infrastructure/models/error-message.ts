/** The first line of an error; libraries add stack traces and hints in the lines that follow. */
export function messageOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.split('\n', 1)[0] ?? text;
}
