import { EverydayWord } from './everyday-words.js';

/** A topic that documents of an organisation may lack, and the words that documents about it would have. */
export interface OutsideTopic {
  readonly language: 'en' | 'ko';
  /** None of them may be in any document. */
  readonly terms: readonly string[];
  /** `교내 캠핑장은 하루 이용료가 얼마`: the question without its ending, which is added. English: an embedded question. */
  readonly asked: string;
}

/** A question about a subject of the documents that rules seldom answer: a near miss. */
export interface BorderAsking {
  readonly language: 'en' | 'ko';
  /** `body`: about a committee or an office; `act`: about an action. */
  readonly about: 'body' | 'act';
  /** No document has one of them near the subject. */
  readonly terms: readonly string[];
  /** `{t}` is the subject: `{t} 회의는 무슨 요일에 연다`. Korean: a clause that ends in `다`; English: an embedded question. */
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
  abstract border(): Promise<readonly BorderAsking[]>;
  /** Words of documents with what people say for them. */
  abstract everyday(): Promise<readonly EverydayWord[]>;
  abstract slang(): Promise<readonly SlangWord[]>;
}
