import { AskKind } from '../../domain/question.js';

/** Type of a value in a provision: chooses the question word, and names the value in a vague question. */
export type SlotClass = 'deadline' | 'duration' | 'amount' | 'people' | 'share' | 'count' | 'score' | 'value' | 'who';

/** One question in every form that a voice needs. Korean endings are separate, since they depend on the predicate. */
export interface QuestionForms {
  /** `…해야 하나요?`; in English a direct question. */
  readonly polite: string;
  /** `…해야 합니까?` */
  readonly formal: string;
  /** `…해야 하는 거예요?` */
  readonly casual: string;
  /** `…해야 하는지`; in English `for how long a backup is kept`. */
  readonly embedded: string;
}

/** A question that a provision answers, before a persona's voice is applied. */
export interface CoreQuestion {
  /** Derived from the text alone, so that it is the same in every session over the same documents. */
  readonly key: string;
  readonly language: 'en' | 'ko';
  readonly documentId: string;
  readonly documentTitle: string;
  readonly path: readonly string[];
  readonly section: string | null;
  /** Title of the article or of the entry. */
  readonly topic: string;
  /** Seeds of one article share it. */
  readonly articleKey: string;
  readonly quote: string;
  /** The whole article: an answer may quote the neighbours of the quote too. */
  readonly articleText: string;
  /** Offset of the quote in the document. */
  readonly start: number;
  readonly facts: readonly string[];
  readonly wrong: readonly string[];
  readonly slot: SlotClass;
  /** In the words of the documents. */
  readonly forms: QuestionForms;
  /** As people say it who do not know those words, the fullest wording first; empty where the forms are plain. */
  readonly said: readonly QuestionForms[];
  /** What the person asks about the provision. */
  readonly asks: AskKind | undefined;
  readonly isProcedure: boolean;
  readonly isEligibility: boolean;
  readonly isException: boolean;
  readonly isComparison: boolean;
  /** For a row of a table: the row whose value is asked for. */
  readonly group: string | undefined;
  /** The other edition gives another value. */
  readonly isAmended: boolean;
  readonly effectiveFrom: string | null;
  readonly effectiveTo: string | null;
}

/** `휴학·복학 규정의 일반휴학`; a word at the end of the title is not repeated: `해온대학교 학칙의 개정`. */
export function fullTopic({ documentTitle, topic }: Pick<CoreQuestion, 'documentTitle' | 'topic'>): string {
  const last = documentTitle.split(' ').at(-1) ?? '';
  const own = topic.startsWith(`${last}의 `) ? topic.slice(last.length + 2) : topic;
  return `${documentTitle}의 ${own}`;
}

/** The question about a day `YYYY-MM-DD`. */
export function dated(forms: QuestionForms, day: string, language: 'en' | 'ko'): QuestionForms {
  const [year, month, date] = day.split('-').map(Number);
  const at = (form: string) =>
    language === 'ko' ? `${year}년 ${month}월 ${date}일 기준으로 ${form}` : `${form} as of ${day}`;
  return { polite: at(forms.polite), formal: at(forms.formal), casual: at(forms.casual), embedded: at(forms.embedded) };
}
