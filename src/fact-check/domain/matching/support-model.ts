import { Language } from '../../../text/language.js';
import { SupportFeatures } from './support-features.js';

export type FeatureName = keyof SupportFeatures;

export const FEATURE_NAMES: readonly FeatureName[] = [
  'coverage',
  'letters',
  'part',
  'weakest',
  'closing',
  'order',
  'missingNumbers',
  'conflict',
  'denial',
  'opposite',
  'absolute',
  'length',
  'ratio',
];

/** Weight of each feature of a language's model, in the order of its fit; absent features have no effect in that language. */
export interface SupportModel {
  readonly bias: number;
  readonly weights: Partial<Readonly<Record<FeatureName, number>>>;
}

/**
 * Fitted by `npm run bench:facts -- --fit ko|en FOLDER`: Korean on 1,469 claims of the KLUE-NLI development set (one half of it, split by
 * premise), English on the 349 claims of the WiCE development set. Ten-fold cross-validation by evidence text gave a balanced accuracy of
 * .716 and .741; the features and the penalties were chosen on these two sets.
 */
export const SUPPORT_MODELS: Readonly<Record<Language, SupportModel>> = {
  ko: {
    bias: -1.58,
    weights: {
      coverage: 1.85,
      letters: 2.19,
      part: 0.31,
      weakest: 0.79,
      closing: -0.42,
      order: -0.62,
      missingNumbers: -1.02,
      conflict: -2.79,
      denial: -0.97,
      opposite: -1.2,
      absolute: -1.75,
      length: -0.45,
      ratio: 0.47,
    },
  },
  en: {
    bias: -1.61,
    weights: {
      coverage: 1.27,
      letters: 1.2,
      part: 1.27,
      closing: 0.56,
      missingNumbers: -1.01,
      conflict: -1.2,
      denial: -0.18,
      absolute: -0.29,
      ratio: 0.42,
    },
  },
};

/** The probability for a claim without any match in the evidence. */
export function supportWithoutEvidence(model: SupportModel): number {
  return 1 / (1 + Math.exp(-model.bias));
}

/** Probability that evidence supports a claim, for claims of which half are supported. */
export function supportProbability(features: SupportFeatures, model: SupportModel): number {
  let z = model.bias;
  for (const name of FEATURE_NAMES) z += (model.weights[name] ?? 0) * features[name];
  return 1 / (1 + Math.exp(-z));
}

/**
 * Weights for the probability that a conflict found by the rules is real: a clause repeated word for word makes it likelier. Fitted by
 * `npm run bench:facts -- --fit contradiction` on the 476 conflicts found in the Korean half and in planted faults of a rule book.
 */
export const CONTRADICTION_MODEL = { bias: -2.65, letters: 1.9, coverage: 3.49, denial: -0.48 } as const;

/** Probability that a claim with a conflict is wrong. */
export function contradictionProbability({ letters, coverage, denial }: SupportFeatures): number {
  const { bias, letters: a, coverage: b, denial: c } = CONTRADICTION_MODEL;
  return 1 / (1 + Math.exp(-(bias + a * letters + b * coverage + c * denial)));
}
