/** How far documents outside a key's paths may be felt by it (SCOPED_STATISTICS). */
export abstract class StatisticsSetting {
  /**
   * True: a key with paths gets what it would get if nothing else were stored. False: it sees no more, but the order and the scores
   * of what it sees are weighed by all documents.
   */
  abstract readonly exact: boolean;
}
