import { COMPONENT_GATE } from '../../attribution/domain/component-tester.js';
import { PARTIAL_FROM, SUCCESS_FROM } from '../../judge/domain/judge-answer.js';
import { SessionPolicy } from '../../domain/session-request.js';
import { ScoreDimensions } from '../../domain/test-result.js';
import { GATE_LIMITS } from './gate-size.js';

/** The maximum points of each dimension, which are its weight in the specification. */
export const WEIGHTS: ScoreDimensions = {
  accuracy: 1,
  completeness: 1,
  relevance: 1,
  citation: 1,
  practicality: 0.5,
  actionability: 0.5,
};

/** The rules that a session is graded by, with every default filled in. Its members have the names of the API contract. */
export interface GradingPolicy {
  /** Thresholds of the gates, 0..1; `off` for a gate that the session file removed. */
  readonly gates: Readonly<Record<string, number | 'off'>>;
  readonly certainty: 'interval' | 'observed';
  readonly weights: ScoreDimensions;
  /** Minimum scores, 0..5. */
  readonly thresholds: { readonly success: number; readonly partial: number };
  readonly citation: 'required' | 'checked' | 'off';
  readonly rubrics: readonly {
    readonly name: string;
    readonly criterion: string;
    /** Minimum share of the answers that meet it, 0..1; null without a gate. */
    readonly least: number | null;
  }[];
}

/** The policy of a session: what its file sets, and the defaults of this release for the rest. */
export function gradingPolicy(policy: SessionPolicy = {}): GradingPolicy {
  const { gates, certainty = 'interval', weights = {}, thresholds, citation = 'checked', rubrics = [] } = policy;
  const weightOf = (name: keyof ScoreDimensions) => weights[name] ?? WEIGHTS[name];
  return {
    gates: { ...GATE_LIMITS, component_tests: COMPONENT_GATE, ...gates },
    certainty,
    weights: {
      accuracy: weightOf('accuracy'),
      completeness: weightOf('completeness'),
      relevance: weightOf('relevance'),
      citation: weightOf('citation'),
      practicality: weightOf('practicality'),
      actionability: weightOf('actionability'),
    },
    thresholds: thresholds ?? { success: SUCCESS_FROM, partial: PARTIAL_FROM },
    citation,
    rubrics: rubrics.map(({ name, criterion, least }) => ({ name, criterion, least: least ?? null })),
  };
}

/** One setting of a policy: `gates.success_rate`, `weights.citation`, `rubrics.polite`. */
export interface PolicySetting {
  readonly name: string;
  readonly value: string | number;
}

/** Every setting of a policy. The threshold of a criterion is a setting of its own. */
export function settingsOf(policy: GradingPolicy): readonly PolicySetting[] {
  const members = (part: string, values: Readonly<Record<string, string | number>>) =>
    Object.entries(values).map(([name, value]) => ({ name: `${part}.${name}`, value }));
  return [
    ...members('gates', policy.gates),
    ...policy.rubrics.flatMap(({ name, least }) =>
      least === null ? [] : members('gates', { [`rubric:${name}`]: least }),
    ),
    { name: 'certainty', value: policy.certainty },
    ...members('weights', { ...policy.weights }),
    ...members('thresholds', policy.thresholds),
    { name: 'citation', value: policy.citation },
    ...policy.rubrics.flatMap(({ name, criterion }) => members('rubrics', { [name]: criterion })),
  ];
}

/** A setting that two sessions do not share; null where a session has no such setting. */
export interface PolicyDifference {
  readonly name: string;
  readonly base: string | number | null;
  readonly candidate: string | number | null;
}

/** What a session sets in place of the defaults of this release (`base`); null if it did not record its policy. */
export const deviationsOf = (policy: GradingPolicy | undefined): readonly PolicyDifference[] | null =>
  policyDifferences(gradingPolicy(), policy);

/** What differs between the policies of two sessions; null if one of them did not record its policy, as in earlier releases. */
export function policyDifferences(
  base: GradingPolicy | undefined,
  candidate: GradingPolicy | undefined,
): readonly PolicyDifference[] | null {
  if (base === undefined || candidate === undefined) return null;
  const valuesOf = (policy: GradingPolicy) => new Map(settingsOf(policy).map(({ name, value }) => [name, value]));
  const [before, after] = [valuesOf(base), valuesOf(candidate)];
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((name) => {
    const found = { name, base: before.get(name) ?? null, candidate: after.get(name) ?? null };
    return found.base === found.candidate ? [] : [found];
  });
}
