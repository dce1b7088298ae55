import { RagComponent } from './trace-attribution.js';

/** One case of a component: the expected and the actual outcome. */
export interface ComponentCase {
  readonly name: string;
  readonly kind: 'rule' | 'known_item';
  readonly passed: boolean;
  /** Empty if it passed. */
  readonly found: string;
}

/** A component, tested alone with its own cases (second section of the report). */
export interface ComponentTest {
  readonly component: RagComponent;
  readonly status: 'passed' | 'failed' | 'not_available';
  readonly cases: readonly ComponentCase[];
  /** Why there are no cases; null otherwise. */
  readonly note: string | null;
  readonly tookMs: number;
}

export const passedCases = ({ cases }: ComponentTest): number => cases.filter((one) => one.passed).length;
