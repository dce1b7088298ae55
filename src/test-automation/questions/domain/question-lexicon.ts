/** A topic that documents of an organisation may lack, and the words that documents about it would have. */
export interface OutsideTopic {
  readonly language: 'en' | 'ko';
  /** None of them may be in any document. */
  readonly terms: readonly string[];
  /** `교내 캠핑장은 하루 이용료가 얼마`: the question without its ending, which is added. English: an embedded question. */
  readonly asked: string;
}

/** Words of people, by the words of documents. */
export interface SlangWord {
  readonly written: string;
  readonly said: string;
}

/** Words that the questions use and the documents do not have. */
export abstract class QuestionLexicon {
  abstract outsideTopics(): Promise<readonly OutsideTopic[]>;
  abstract slang(): Promise<readonly SlangWord[]>;
}
