import { CategoryPath, foldPath } from '../../shared/domain/category-path.js';
import { CategoryConfidence, categoryConfidences } from './category-confidences.js';
import { CategoryEvidence } from './category-evidence.js';
import { Calibration } from './category-odds.js';

/** A category that a text may belong to. */
export interface Candidate {
  readonly path: CategoryPath;
  /** 0..1: of the first candidate, that the text belongs at or below it; of the others, that it belongs exactly there. */
  readonly confidence: number;
}

/** Below this confidence a person should review it (contract, POST /classify). */
const REVIEW_BELOW = 0.7;

/** A category below a certain one needs a higher confidence to replace it: a wrong leaf misleads more than a right branch. */
const DESCEND_AT = 0.85;

/**
 * Fitted to the samples of other splits than the spec's: the medians of five folds of `fit` of test/bench/classification.ts, rounded. A
 * cosine counts as a power, not as an exponent: a ratio between two has the same meaning for small ones and for large ones.
 */
export const CALIBRATION: Calibration = {
  likeness: 6,
  nearness: 2.3,
  named: 3,
  area: 1.6,
  elsewhere: -14.8,
  missed: 0.003,
};

/** The same without any learned score: for a store of one category, or if the learning thread is unavailable. */
const WITHOUT_LEARNING: Calibration = {
  likeness: 3,
  nearness: 1.25,
  named: 1.9,
  area: 2.75,
  elsewhere: -10,
  missed: 0.02,
};

function calibrationFor(evidence: readonly CategoryEvidence[]): Calibration {
  return evidence.some(({ learned }) => learned) ? CALIBRATION : WITHOUT_LEARNING;
}

function byConfidence(a: Candidate, b: Candidate): number {
  return b.confidence - a.confidence || (foldPath(a.path) < foldPath(b.path) ? -1 : 1);
}

/** The deepest category with sufficient confidence; at most one line of ancestors can have it. */
function deepestSure(categories: readonly CategoryConfidence[]): Candidate | undefined {
  const sure = categories.filter(({ within }) => within >= REVIEW_BELOW);
  const branches = new Set(sure.map(({ path }) => foldPath(path)));
  const hasBranch = (path: CategoryPath) =>
    path.some((_, depth) => depth > 0 && branches.has(foldPath(path.slice(0, depth))));
  const named = sure.filter(({ path, within }) => within >= DESCEND_AT || !hasBranch(path));
  const deepest = named.sort((a, b) => b.path.length - a.path.length || b.within - a.within)[0];
  return deepest === undefined ? undefined : { path: deepest.path, confidence: deepest.within };
}

/**
 * Candidates by falling confidence, without duplicates. The first is the deepest category that needs no review, even an inner one:
 * prediction that need not reach a leaf (C. N. Silla and A. A. Freitas, A survey of hierarchical classification, 2011). If none has
 * sufficient confidence, the likeliest category with documents comes first. After it come the categories with documents, below the first
 * candidate and elsewhere, for a person to select from.
 * @param isOpen whether the caller may use a category: an ancestor of an allowed path may be forbidden
 */
export function toCandidates(
  evidence: readonly CategoryEvidence[],
  isOpen: (path: CategoryPath) => boolean,
): readonly Candidate[] {
  const open = categoryConfidences(evidence, calibrationFor(evidence)).filter(({ path }) => isOpen(path));
  const places = open
    .filter(({ here }) => here > 0)
    .map(({ path, here }) => ({ path, confidence: here }))
    .sort(byConfidence);
  const first = deepestSure(open);
  if (first === undefined) return places;
  return [first, ...places.filter(({ path }) => foldPath(path) !== foldPath(first.path))];
}

/** Whether the confidence of the first candidate requires a review. */
export function needsReview(candidates: readonly Candidate[]): boolean {
  return (candidates[0]?.confidence ?? 0) < REVIEW_BELOW;
}
