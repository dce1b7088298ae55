/** How far documents outside a key's paths influence its results (SCOPED_STATISTICS). */
export abstract class StatisticsSetting {
  /**
   * True: a key with paths gets the results that it would get if nothing else were stored. False: it sees no more, but
   * order and scores use the statistics of all documents.
   */
  abstract readonly exact: boolean;
}
