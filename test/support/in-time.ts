/** Only a stuck operation takes longer, on any machine. */
const PATIENCE_MS = 45_000;

/**
 * Fails where something does not end by itself. For limits that the product keeps: give what it must not wait for a far longer time, or
 * let it hang, and await the product with this; how long it takes on a busy machine does not count.
 */
export async function inTime<T>(work: Promise<T>, patienceMs = PATIENCE_MS): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`It did not end within ${patienceMs} ms.`)), patienceMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
