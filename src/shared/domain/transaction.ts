/**
 * One atomic unit of work on the main store: everything that `work` writes is kept, or nothing is.
 * A port, so that use cases show where a transaction begins and ends.
 */
export abstract class Transaction {
  /**
   * Runs `work` and commits; rolls back and rethrows when it throws. Units of work are serialised by the adapter.
   * `work` must not wait for anything but the store: everything slow (parsing, embedding) is prepared before.
   */
  abstract run<T>(work: () => Promise<T>): Promise<T>;
}
