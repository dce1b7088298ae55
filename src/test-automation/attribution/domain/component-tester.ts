import { wilson } from '../../domain/interval.js';
import { TestMaterial } from '../../questions/domain/known-questions.js';
import { RequestedSession, SessionGate } from '../../domain/session-request.js';
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

/** Tests the components of the system under test, if it can reach them. */
export abstract class ComponentTester {
  abstract test(
    session: RequestedSession,
    material: TestMaterial,
    signal: AbortSignal,
  ): Promise<readonly ComponentTest[]>;
}

/** The share of the components that have to pass their own cases. */
export const COMPONENT_GATE = 1;

/** Every component that can be tested has to pass; nothing is measured if none can be tested. */
export function componentGate(tests: readonly ComponentTest[]): SessionGate {
  const gate = { id: 'component_tests', requirement: 'REQ-E-006', threshold: COMPONENT_GATE };
  const available = tests.filter((test) => test.status !== 'not_available');
  const passed = available.filter((test) => test.status === 'passed').length;
  const ci95 = wilson(passed, available.length);
  if (ci95 === undefined)
    return { ...gate, value: null, ci95: null, passed: null, detail: 'No component could be tested.' };
  const lost = available
    .filter((test) => test.status === 'failed')
    .map((test) => `${test.component} (${test.cases.length - passedCases(test)} of ${test.cases.length} cases failed)`);
  const value = passed / available.length;
  const found = `${passed} of ${available.length} components passed their own cases`;
  return {
    ...gate,
    value,
    ci95,
    passed: lost.length === 0,
    detail: lost.length === 0 ? `${found}.` : `${found}; failed: ${lost.join(', ')}.`,
  };
}
