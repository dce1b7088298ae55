import { compareClaim, isRefused, MIN_COVERAGE_TO_CONTRADICT } from '../../src/fact-check/domain/check-claim.js';
import { EvidenceIndex } from '../../src/fact-check/domain/matching/evidence-index.js';
import { FeatureName, SupportModel } from '../../src/fact-check/domain/matching/support-model.js';
import { seededRandom } from '../bench-answers/measures.js';
import { fitLogistic } from '../bench-answers/minimise.js';
import { evidenceKey, LabelledClaim } from './labelled-claims.js';

const FOLDS = 10;
const SEED = 20261205;

interface Observed {
  readonly key: string;
  readonly source: string | undefined;
  readonly supported: boolean;
  /** A conflict, or a number in no source, decides regardless of the model. */
  readonly refused: boolean;
  readonly x: readonly number[];
}

function observe(rows: readonly LabelledClaim[], features: readonly FeatureName[]): Observed[] {
  return rows.flatMap((row) => {
    const comparison = compareClaim(row.claim, EvidenceIndex.of(row.evidence));
    const found = comparison.features;
    if (found === undefined) return [];
    return {
      key: evidenceKey(row),
      source: row.source,
      supported: row.gold === 'supported',
      refused: isRefused(comparison.findings),
      x: features.map((name) => found[name]),
    };
  });
}

/** Supported claims and the rest count the same, so that the threshold is one half. */
function weights(data: readonly Observed[], penalty: number): number[] {
  const supported = data.filter((row) => row.supported).length;
  const share = (row: Observed): number => data.length / 2 / (row.supported ? supported : data.length - supported);
  return fitLogistic(
    data.map((row) => ({ x: row.x, y: row.supported ? 1 : 0, weight: share(row) })),
    penalty,
  );
}

function isSupported(row: Observed, w: readonly number[]): boolean {
  const z = row.x.reduce((sum, value, i) => sum + value * w[i]!, w[row.x.length]!);
  return z >= 0 && !row.refused;
}

export function balancedAccuracy(rows: readonly { supported: boolean; said: boolean }[]): number {
  const rate = (part: readonly { supported: boolean; said: boolean }[]): number =>
    part.filter((row) => row.said === row.supported).length / part.length;
  return (rate(rows.filter((r) => r.supported)) + rate(rows.filter((r) => !r.supported))) / 2;
}

/** Balanced accuracy when each tenth of the evidence texts is judged by weights fitted on the others. */
function crossValidated(data: readonly Observed[], penalty: number): number {
  const random = seededRandom(SEED);
  const fold = new Map<string, number>();
  for (const { key } of data) if (!fold.has(key)) fold.set(key, Math.floor(random() * FOLDS));
  const said = Array.from({ length: FOLDS }, (_, k) => {
    const w = weights(
      data.filter(({ key }) => fold.get(key) !== k),
      penalty,
    );
    return data
      .filter(({ key }) => fold.get(key) === k)
      .map((row) => ({ supported: row.supported, said: isSupported(row, w) }));
  });
  return balancedAccuracy(said.flat());
}

export interface FittedSupport {
  readonly model: SupportModel;
  readonly claims: number;
  /** Balanced accuracy on claims that took no part in the fit. */
  readonly crossValidated: number;
}

/** Fits the weights of one language on labelled claims. */
export function fitSupport(
  rows: readonly LabelledClaim[],
  features: readonly FeatureName[],
  penalty: number,
): FittedSupport {
  const data = observe(rows, features);
  const w = weights(data, penalty).map((value) => Math.round(value * 100) / 100);
  return {
    model: { bias: w.at(-1)!, weights: Object.fromEntries(features.map((name, i) => [name, w[i]!])) },
    claims: data.length,
    crossValidated: crossValidated(data, penalty),
  };
}

/** Weights for how likely a conflict that the rules found is one. */
export function fitContradiction(
  rows: readonly LabelledClaim[],
): Record<'letters' | 'coverage' | 'denial' | 'bias' | 'claims', number> {
  const data = rows.flatMap((row) => {
    const { features, findings, window } = compareClaim(row.claim, EvidenceIndex.of(row.evidence));
    const found =
      findings.some(({ outcome }) => outcome === 'conflicts') && (window?.coverage ?? 0) >= MIN_COVERAGE_TO_CONTRADICT;
    if (features === undefined || !found) return [];
    const { letters, coverage, denial } = features;
    return { x: [letters, coverage, denial], y: row.gold === 'contradicted' ? (1 as const) : (0 as const), weight: 1 };
  });
  const [letters = 0, coverage = 0, denial = 0, bias = 0] = fitLogistic(data, 1).map((w) => Math.round(w * 100) / 100);
  return { letters, coverage, denial, bias, claims: data.length };
}
