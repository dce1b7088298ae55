/** What the fact check found, for those who read the answer. */
export interface FactCheckSummary {
  /** `quotes`: the answer consists of exact quotes; `claims`: its claims were held against the passages; else why there was no check. */
  readonly method: 'quotes' | 'claims' | 'nothing_to_check' | 'not_evaluated';
  readonly claims: number;
  readonly supported: number;
  readonly contradicted: number;
  readonly not_found: number;
  /** Drafts that were checked. */
  readonly attempts: number;
  /** Claims that are not part of the answer any more. */
  readonly left_out: number;
  /** Of the last draft, before anything was left out; null when nothing was checked. */
  readonly passed: boolean | null;
}
