import { QuotedSource } from '../../../shared/domain/quoted-source.js';
import { FailureType } from '../../domain/test-result.js';
import { ComponentTest } from './component-tester.js';
import { CausedFailure } from './observed-cause.js';
import { FailedPart } from './row-cause.js';
import { RagComponent } from './trace-attribution.js';

/** Failures of one type from one component, with the same finding. */
export interface FailureCause {
  /** Null if the target does not expose its components. */
  readonly component: FailedPart | null;
  /** Whether answers failed, or the component's own cases did; in the second case the type is the effect on answers. */
  readonly seenIn: 'answers' | 'component_test';
  readonly failureType: FailureType;
  readonly resultIds: readonly string[];
  /** The finding about the first of them. */
  readonly because: string;
  /** Documents that the words come from; undefined in earlier releases. */
  readonly sources?: readonly QuotedSource[];
}

/** The component that each failure comes from; that with most failures first. The causes are those of the chains. */
export function causesOf(failures: readonly CausedFailure[]): FailureCause[] {
  const failed = failures.flatMap(({ result, cause }) => {
    const { failureType } = result.judgement;
    return failureType === null ? [] : [{ result, failureType, ...cause }];
  });
  const ofComponent = Map.groupBy(failed, ({ component }) => component ?? '');
  const failuresOf = ({ component }: FailureCause) => ofComponent.get(component ?? '')?.length ?? 0;
  return [
    ...Map.groupBy(failed, ({ component, failureType, key }) => `${component ?? ''}/${failureType}/${key}`).values(),
  ]
    .flatMap((members) => {
      const [first] = members;
      if (first === undefined) return [];
      const { component, failureType, because } = first;
      const seenIn = 'answers' as const;
      return [{ component, seenIn, failureType, resultIds: members.map(({ result }) => result.resultId), because }];
    })
    .sort(
      (a, b) =>
        failuresOf(b) - failuresOf(a) ||
        // Another part may have led to the decision: among equals it is the last.
        Number(a.component === 'answer_decision') - Number(b.component === 'answer_decision') ||
        b.resultIds.length - a.resultIds.length,
    );
}

/** The effect on answers if a component fails. */
const SUFFERED: Readonly<Record<RagComponent, FailureType>> = {
  query_analyzer: 'IRRELEVANT',
  self_rag: 'IRRELEVANT',
  reranker: 'IRRELEVANT',
  hyde: 'FALSE_ABSTENTION',
  hybrid_search: 'FALSE_ABSTENTION',
  corrective_rag: 'FALSE_ABSTENTION',
  dynamic_query_expansion: 'FALSE_ABSTENTION',
  fact_check: 'HALLUCINATION',
};

/** A cause for each component that failed its own cases, with the first of them. */
export function brokenComponents(tests: readonly ComponentTest[]): FailureCause[] {
  return tests
    .filter((test) => test.status === 'failed')
    .map(({ component, cases }) => {
      const lost = cases.find((one) => !one.passed);
      const because = lost === undefined ? 'it has no cases' : `${lost.name}: ${lost.found}`;
      return { component, seenIn: 'component_test', failureType: SUFFERED[component], resultIds: [], because };
    });
}
