/** Stands in for the worker of the extraction pool: the first byte of the file says what goes wrong. */
export async function extractFile(task: { readonly bytes: Uint8Array }): Promise<unknown> {
  const mode = String.fromCharCode(task.bytes[0] ?? 0);
  if (mode === 'l') for (;;);
  if (mode === 'x') process.exit(7);
  if (mode === 't') throw new TypeError('a fault of the reader');
  if (mode === 'm') {
    const hoard: number[][] = [];
    for (;;) hoard.push(Array.from({ length: 10_000 }, (_, index) => index + 0.5));
  }
  if (mode === 'e') {
    setTimeout(() => {
      throw new Error('a fault after the reply');
    }, 20);
  }
  if (mode === 's') await new Promise((resolve) => setTimeout(resolve, 300));
  return { status: 'done', text: `${task.bytes.length} of ${task.bytes.buffer.byteLength}`, title: undefined };
}
