/** Weights of what speaks for a sentence; see sentence-likelihood. */
export interface SentenceWeights {
  /** Its support by the words of the question. */
  readonly support: number;
  /** It holds nothing of the kind that was asked for. */
  readonly untyped: number;
  /** Share of the question in the headings above it. */
  readonly heading: number;
  /** Logarithm of how many of the question's words it holds. */
  readonly held: number;
  readonly before: number;
  /** Cosine of its passage with what the question means. */
  readonly passageMeaning: number;
  /** Cosine of the sentence under its heading with what the question means. */
  readonly meaning: number;
  /** How much of the title of its document was not asked for. */
  readonly special: number;
  /** How far its passage is behind the best found, in standard deviations. */
  readonly fused: number;
  /** It stands in a blank form, or in what says when a rule began. */
  readonly aside: number;
  /** A heading, the rule of a table, a purpose clause. */
  readonly empty: number;
  /** Logarithm of its characters. */
  readonly length: number;
  /** A question, as lists of frequent ones have them. */
  readonly question: number;
  /** It only refers to another provision. */
  readonly reference: number;
  /** Fewer than 25 characters. */
  readonly short: number;
  /** Yes or no is asked for, and it says of nothing that it may, must or may not be. */
  readonly undecided: number;
  /** Somebody or a place is asked for, and it names none. */
  readonly unplaced: number;
}

/** Weights of what speaks for the answer as a whole; see answerability. */
export interface AnswerWeights {
  readonly bias: number;
  readonly mass: number;
  readonly first: number;
  readonly strength: number;
  readonly lead: number;
  readonly words: number;
  readonly decisive: number;
  readonly coverage: number;
  /** The question is Korean: sentences of the two languages are not equally strong. */
  readonly korean: number;
  /** Share of what the question is about, by a particle or a capital, that no passage speaks of. */
  readonly absent: number;
  /** The likeliest sentence holds nothing of the kind that was asked for. */
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
 * Fitted on natural questions: the looked-at halves over a rule book, a staff handbook and the samples, the same beside near misses and questions of
 * other domains, and a part of XQuAD and KorQuAD. The sentence's weights are a conditional logit with a weak prior; the answer's are a logistic
 * regression over the strengths that each set has when it is left out (`npm run bench:answers -- --fit FOLDER…`). Fit it again whenever the
 * ranking of passages or sentences changes, and raise the version.
 */
export const ANSWER_MODEL: AnswerModel = {
  version: 'answers-6',
  sentence: {
    support: 7.74,
    untyped: -2.67,
    heading: 2.44,
    held: 1.3,
    before: 4.59,
    passageMeaning: 1.51,
    meaning: 9.66,
    special: -1.69,
    fused: 0.53,
    aside: -5.41,
    empty: -2.34,
    length: -0.17,
    question: -5.3,
    reference: -4.91,
    short: 0.04,
    undecided: -0.98,
    unplaced: -1.36,
  },
  answer: {
    bias: -7.33,
    mass: 0.04,
    first: 0.83,
    strength: 0.3,
    lead: 0.16,
    words: 1.53,
    decisive: 3.22,
    coverage: 0.63,
    korean: 0.68,
    // The fit says -.69, and what is answered of its sets is the same down to this: a topic that stands nowhere is to be answered by nobody.
    absent: -1.3,
    untyped: 0.22,
  },
  calibration: { slope: 1, intercept: 0 },
};
