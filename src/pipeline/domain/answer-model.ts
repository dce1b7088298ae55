/** Weights of the features of a sentence; see sentence-likelihood. */
export interface SentenceWeights {
  /** Its support by the words of the question. */
  readonly support: number;
  /** It contains nothing of the requested kind. */
  readonly untyped: number;
  /** Share of the question in the headings above it. */
  readonly heading: number;
  /** Logarithm of the number of question words in it. */
  readonly held: number;
  readonly before: number;
  /** Cosine similarity of its passage and the question. */
  readonly passageMeaning: number;
  /** Cosine similarity of the sentence, under its heading, and the question. */
  readonly meaning: number;
  /** Share of its document's title that the question does not name. */
  readonly special: number;
  /** Difference between the fused score of its passage and the best one, in standard deviations. */
  readonly fused: number;
  /** It is in a blank form, or in a provision about the coming into force. */
  readonly aside: number;
  /** A heading, the rule of a table, a purpose clause. */
  readonly empty: number;
  /** Logarithm of its characters. */
  readonly length: number;
  /** A question, as in a FAQ. */
  readonly question: number;
  /** It only refers to another provision. */
  readonly reference: number;
  /** Fewer than 25 characters. */
  readonly short: number;
  /** The question asks for yes or no, and the sentence does not say that something may, must or may not be. */
  readonly undecided: number;
  /** The question asks for a person or a place, and the sentence names none. */
  readonly unplaced: number;
}

/** Weights of the features of the whole answer; see answerability. */
export interface AnswerWeights {
  readonly bias: number;
  readonly mass: number;
  readonly first: number;
  readonly strength: number;
  readonly lead: number;
  readonly words: number;
  readonly decisive: number;
  readonly coverage: number;
  /** The question is Korean: the logits of the two languages differ in size. */
  readonly korean: number;
  /** Share of the topic words (marked by a particle or a capital letter) that no passage mentions. */
  readonly absent: number;
  /** The likeliest sentence contains nothing of the requested kind. */
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
 * Fitted on natural questions: the development halves over a rule book, a staff handbook and the samples, the same with near misses and
 * questions of other domains, and a part of XQuAD and KorQuAD. The sentence weights are a conditional logit with a weak prior. The answer
 * weights are a logistic regression over the strengths of each held-out set (`npm run bench:answers -- --fit FOLDER…`). After each change
 * of the ranking of passages or sentences: fit again, and raise the version.
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
    // The fit gives -.69. Its sets have the same answers down to -1.3, and the lower weight abstains if the topic is in no passage.
    absent: -1.3,
    untyped: 0.22,
  },
  calibration: { slope: 1, intercept: 0 },
};
