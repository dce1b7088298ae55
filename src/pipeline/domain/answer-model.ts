/** Weights of what speaks for a sentence; see sentence-likelihood. */
export interface SentenceWeights {
  readonly support: number;
  readonly logSupport: number;
  readonly before: number;
  readonly phrase: number;
  /** Its article is headed by the kind of thing that was asked for: `신청 기간` for until when. */
  readonly headed: number;
  /** How much of the heading of its article was asked for. */
  readonly about: number;
  /** It stands in a blank form, or in what says when a rule began. */
  readonly aside: number;
  readonly depth: number;
}

/** Weights of what speaks for the answer as a whole; see answerability. */
export interface AnswerWeights {
  readonly bias: number;
  readonly mass: number;
  readonly strength: number;
  readonly lead: number;
  readonly untyped: number;
}

export interface AnswerModel {
  readonly version: string;
  readonly sentence: SentenceWeights;
  readonly answer: AnswerWeights;
  /** Platt scaling of the answer's logit, on questions that the documents answer. */
  readonly calibration: { readonly slope: number; readonly intercept: number };
}

/**
 * Fitted by `npm run bench:answers -- --fit` on the project's own questions over its samples (test/regression, test/bench-answers,
 * data/samples/cases.jsonl), each asked with its document and without it. No public set took part in the fit; which features are
 * weighed, the penalties and the half weights were chosen while watching XQuAD and KorQuAD, so that those two are no unseen check.
 * Fit it again whenever the ranking of passages or sentences changes, and raise the version. The weights of the answer and the
 * calibration are those of answers-2: fitted anew, beside more hard questions, they abstain from 5 % of KorQuAD's instead of 3 %,
 * for a calibration error of .050 instead of .040.
 */
export const ANSWER_MODEL: AnswerModel = {
  version: 'answers-3',
  sentence: {
    support: 8.08,
    logSupport: 1.02,
    before: 2.04,
    phrase: 4.5,
    headed: 0.82,
    about: 1.79,
    aside: -2.83,
    depth: -0.79,
  },
  answer: { bias: -2.42, mass: 0.83, strength: 0.37, lead: 1.98, untyped: -1.01 },
  calibration: { slope: 1, intercept: 1.87 },
};

/**
 * Below this probability of a right answer the answer is that the documents do not say it: it must be more likely right than wrong.
 */
export const ANSWER_THRESHOLD = 0.5;
