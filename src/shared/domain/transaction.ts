/**
 * One atomic unit of work on the main store: everything that `work` writes is kept, or nothing is.
 * A port, so that use cases show where a transaction begins and ends.
 * @example
 * async function moveAll(ids: readonly string[], move: (id: string) => Promise<void>) {
 *   // Throws in the middle: no document has moved.
 *   await transaction.run(async () => {
 *     for (const id of ids) await move(id);
 *   });
 * }
 */
export abstract class Transaction {
  /**
   * Runs `work` and commits; rolls back and rethrows when it throws. Units of work are serialised by the adapter.
   * `work` must not wait for anything but the store: everything slow (parsing, embedding) is prepared before.
   */
  abstract run<T>(work: () => Promise<T>): Promise<T>;
}
