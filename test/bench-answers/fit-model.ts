import { mergeQuotes, quotesOf, selectSentences } from '../../src/llm/domain/extractive-answer.js';
import { Quotable } from '../../src/llm/domain/written-answer.js';
import { ANSWER_MODEL, AnswerModel, AnswerWeights, SentenceWeights } from '../../src/pipeline/domain/answer-model.js';
import { AnswerFeatures, answerFeatures, answerLogit } from '../../src/pipeline/domain/answerability.js';
import { Evidence } from '../../src/pipeline/domain/evidence.js';
import { LikelySentence, likelySentences } from '../../src/pipeline/domain/sentence-likelihood.js';
import { Observation } from './fit-observation.js';
import { fitChoice, fitLogistic } from './minimise.js';
import { statedFacts } from './natural-judgement.js';

/** Penalties on weights of features that have been brought to the same spread. */
const SENTENCE_PENALTY = 0.6;
const ANSWER_PENALTY = 1;

type SentenceKey = keyof SentenceWeights;
type AnswerKey = keyof AnswerFeatures;
const SENTENCE_KEYS = Object.keys(ANSWER_MODEL.sentence) as SentenceKey[];
const ANSWER_KEYS = Object.keys(ANSWER_MODEL.answer).filter((key): key is AnswerKey => key !== 'bias');

/** A held-out question, with the prediction of the model that was fitted on the others. */
export interface LeftOut {
  readonly set: string;
  readonly kind: string;
  readonly answerable: boolean;
  readonly probability: number;
  /** The writer's quotes state all that is asked for. */
  readonly right: boolean;
}

export interface FittedModel {
  readonly model: Omit<AnswerModel, 'version'>;
  readonly leftOut: readonly LeftOut[];
}

/** Standard deviation of each column; 1 for a constant column, so that a division by it is safe. */
function spreads(rows: Iterable<ArrayLike<number>>, size: number): number[] {
  const [sums, squares] = [new Float64Array(size), new Float64Array(size)];
  let n = 0;
  for (const row of rows) {
    n++;
    for (let k = 0; k < size; k++) {
      sums[k]! += row[k]!;
      squares[k]! += row[k]! ** 2;
    }
  }
  return Array.from(sums, (sum, k) => Math.sqrt(Math.max(0, squares[k]! / n - (sum / n) ** 2)) || 1);
}

interface Labelled extends Observation {
  readonly x: readonly Float64Array[];
}

/** The weights of the sentences by the questions of which a right sentence was found. */
function fitSentence(labelled: readonly Labelled[], spread: readonly number[]): SentenceWeights {
  const choices = labelled
    .filter(({ right }) => right.some((one) => one > 0))
    .map(({ x, right, weight }) => ({ candidates: x, right, weight: weight.sentence }));
  const w = fitChoice(choices, SENTENCE_PENALTY);
  return Object.fromEntries(SENTENCE_KEYS.map((key, k) => [key, w[k]! / spread[k]!])) as Record<SentenceKey, number>;
}

/** Whether what the extractive writer would quote states all facts. */
function isRight({ question }: Observation, likely: readonly LikelySentence[]): boolean {
  if (!question.answerable) return false;
  const passages: Evidence[] = [...new Set(likely.map((one) => one.evidence))];
  const candidateSentences: Quotable[] = likely.map(({ evidence, sentence: { start, end, shares }, support }) => ({
    passage: passages.indexOf(evidence),
    start,
    end,
    support,
    shares,
  }));
  const request = { question: question.text, language: 'en', depth: 'answer', passages, candidateSentences } as const;
  const quotes = selectSentences(request).flatMap((chosen) => quotesOf(chosen, passages[chosen.passage]!));
  const said = mergeQuotes(quotes).map(({ passage, start, end }) => passages[passage]!.text.slice(start, end));
  return !statedFacts(said.join('\n'), question.facts).includes(false);
}

interface Decision {
  readonly observation: Observation;
  readonly features: AnswerFeatures;
  readonly right: boolean;
}

function decision(observation: Observation, weights: SentenceWeights): Decision {
  const { ranked, retrieval, type } = observation;
  const { words, evidence, search } = retrieval;
  const likely = likelySentences(ranked, evidence, { words, type }, weights);
  // Without a sentence or a word nothing is observed.
  const features = answerFeatures(likely, { words, decisiveness: search.decisiveness })!;
  return { observation, features, right: isRight(observation, likely) };
}

function fitAnswer(decisions: readonly Decision[]): AnswerWeights {
  const rows = decisions.map(({ features }) => ANSWER_KEYS.map((key) => features[key]));
  const spread = spreads(rows, ANSWER_KEYS.length);
  const means = spread.map((_, k) => rows.reduce((sum, row) => sum + row[k]!, 0) / rows.length);
  const w = fitLogistic(
    decisions.map(({ right, observation }, i) => ({
      x: rows[i]!.map((x, k) => (x - means[k]!) / spread[k]!),
      y: right ? 1 : 0,
      weight: observation.weight.answer,
    })),
    ANSWER_PENALTY,
  );
  const weights = spread.map((one, k) => w[k]! / one);
  const bias = weights.reduce((sum, one, k) => sum - one * means[k]!, w.at(-1)!);
  const named = Object.fromEntries(ANSWER_KEYS.map((key, k) => [key, weights[k]!])) as Record<AnswerKey, number>;
  return { bias, ...named };
}

function rounded<T extends object>(weights: T): T {
  return Object.fromEntries(Object.entries(weights).map(([key, w]) => [key, Math.round(w * 100) / 100])) as T;
}

/** The observations with all that is needed to leave some sets out; fits that come again are made once. */
class LeavingOut {
  readonly sets: readonly string[];
  private readonly spread: readonly number[];
  private readonly labelled: readonly Labelled[];
  private readonly fitted = new Map<string, SentenceWeights>();

  constructor(private readonly observations: readonly Observation[]) {
    this.sets = [...new Set(observations.map(({ set }) => set))];
    const answerable = observations.filter(({ question }) => question.answerable);
    const raw = answerable.map((one) => one.features.map((f) => SENTENCE_KEYS.map((key) => f[key])));
    const spread = spreads(raw.flat(), SENTENCE_KEYS.length);
    this.spread = spread;
    this.labelled = answerable.map((one, i) => ({
      ...one,
      x: raw[i]!.map((row) => Float64Array.from(row, (value, k) => value / spread[k]!)),
    }));
  }

  sentence(...out: readonly string[]): SentenceWeights {
    const key = JSON.stringify([...out].sort());
    const rest = this.labelled.filter(({ set }) => !out.includes(set));
    const weights = this.fitted.get(key) ?? fitSentence(rest, this.spread);
    this.fitted.set(key, weights);
    return weights;
  }

  /** Decisions about a set, by sentences' weights that know neither it nor the others that are named. */
  decisions(set: string, ...others: readonly string[]): Decision[] {
    const weights = this.sentence(set, ...others);
    return this.observations.filter((one) => one.set === set).map((one) => decision(one, weights));
  }

  /** What a model of all other sets says about a set. */
  saidAbout(set: string): LeftOut[] {
    const others = this.sets.filter((other) => other !== set);
    // Of two sets nothing is left to give the other one strengths that know neither.
    const unknown = others.length > 1 ? [set] : [];
    const weights = fitAnswer(others.flatMap((other) => this.decisions(other, ...unknown)));
    return this.decisions(set).map(({ observation: { question }, features, right }) => ({
      set,
      kind: question.kind,
      answerable: question.answerable,
      probability: 1 / (1 + Math.exp(-answerLogit(features, weights))),
      right,
    }));
  }
}

/**
 * Fits the weights of the sentences (conditional logit) and of the decision (logistic regression). The decision is fitted on strengths
 * that were given by sentences' weights of the other sets: by those of its own it would learn to trust too much.
 * @param observations of at least two sets
 */
export function fitModel(observations: readonly Observation[]): FittedModel {
  const leaving = new LeavingOut(observations);
  const model = {
    sentence: rounded(leaving.sentence()),
    answer: rounded(fitAnswer(leaving.sets.flatMap((set) => leaving.decisions(set)))),
    // The probabilities are fitted on sets left out as they are; nothing is left to scale.
    calibration: { slope: 1, intercept: 0 },
  };
  return { model, leftOut: leaving.sets.flatMap((set) => leaving.saidAbout(set)) };
}
