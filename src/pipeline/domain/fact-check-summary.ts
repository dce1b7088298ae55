/** Result of the fact check, for the reader of the answer. */
export interface FactCheckSummary {
  /**
   * `quotes`: the answer consists of exact quotes; `claims`: its claims were compared with the passages. The other values say why there was
   * no check.
   */
  readonly method: 'quotes' | 'claims' | 'nothing_to_check' | 'not_evaluated';
  readonly claims: number;
  readonly supported: number;
  readonly contradicted: number;
  readonly not_found: number;
  /** Drafts that were checked. */
  readonly attempts: number;
  /** Number of claims that were removed from the answer. */
  readonly left_out: number;
  /** Result for the last draft, before claims were removed; null if nothing was checked. */
  readonly passed: boolean | null;
}
