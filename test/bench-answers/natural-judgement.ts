import { Gold, NaturalQuestion } from './natural-set.js';

/**
 * `right`: all facts and nothing forbidden; `partly`: some facts, out of a document that answers; `silent`: abstained;
 * `wrong`: the rest; `answered`: a question was answered that the documents do not answer.
 */
export type Verdict = 'right' | 'partly' | 'wrong' | 'silent' | 'answered';

/** What an answer is judged by. */
export interface Given {
  readonly response: string;
  readonly abstained: boolean;
  readonly sources: readonly { readonly documentId: string; readonly quote: string }[];
}

const THOUSANDS = /(\d),(?=\d{3})/gu;
/** White space, quotation marks, and marks of Markdown. */
const FORM = /[\s‘’“”'"`*_]/gu;

/** Case, width, white space, marks of form and thousands separators make no other fact. */
export function folded(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(THOUSANDS, '$1').replace(FORM, '');
}

/** Which groups of facts a text states, by one of their forms. */
export function statedFacts(text: string, facts: NaturalQuestion['facts']): boolean[] {
  const said = folded(text);
  return facts.map((forms) => forms.some((form) => said.includes(folded(form))));
}

/** A shorter piece of a gold quote may be part of any text. */
const TELLING_LENGTH = 15;

/** Whether a span of a document contains a gold quote of it, or is a part of one. */
export function isGold(documentId: string, stretch: string, golds: readonly Gold[]): boolean {
  const own = folded(stretch);
  return golds.some(({ doc, quote }) => {
    if (doc !== documentId) return false;
    const gold = folded(quote);
    return own.includes(gold) || (own.length > TELLING_LENGTH && gold.includes(own));
  });
}

export function verdict(question: NaturalQuestion, { response, abstained, sources }: Given): Verdict {
  if (abstained) return 'silent';
  if (!question.answerable) return 'answered';
  if (statedFacts(response, [question.forbidden]).includes(true)) return 'wrong';
  const stated = statedFacts(response, question.facts);
  if (!stated.includes(false)) return 'right';
  const isOfGold = sources.some((source) => question.golds.some((gold) => gold.doc === source.documentId));
  return stated.includes(true) && isOfGold ? 'partly' : 'wrong';
}
