/**
 * New unique identifiers, as a port, so that tests can predict them.
 * @example
 * // Ids that a spec can predict: `doc_1`, `doc_2`.
 * class CountedIds extends IdGenerator {
 *   private count = 0;
 *   next(prefix: string) {
 *     return `${prefix}_${++this.count}`;
 *   }
 * }
 */
export abstract class IdGenerator {
  /** @param prefix what the id names, for example `doc`; the result is `<prefix>_<unique>`. */
  abstract next(prefix: string): string;
}
