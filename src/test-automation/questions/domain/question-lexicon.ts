/** A thing that documents of an organisation may leave out, and the words that would be there if they did not. */
export interface OutsideTopic {
  readonly language: 'en' | 'ko';
  /** None of them may stand in any document. */
  readonly terms: readonly string[];
  /** `교내 캠핑장은 하루 이용료가 얼마`: what is asked; the ending is added. English: an embedded question. */
  readonly asked: string;
}

/** What only people say, by what documents say. */
export interface SlangWord {
  readonly written: string;
  readonly said: string;
}

/** Words that the questions are made with and the documents do not have. */
export abstract class QuestionLexicon {
  abstract outsideTopics(): Promise<readonly OutsideTopic[]>;
  abstract slang(): Promise<readonly SlangWord[]>;
}
