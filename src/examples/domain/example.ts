import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { Language } from '../../text/language.js';
import { foldedWithoutSpaces } from '../../text/folded-text.js';

/** A text of a document that answers a question. */
export interface GoldPassage {
  readonly documentId: string;
  readonly quote: string;
}

/** A question that may become an example, and what a right answer to it quotes. */
export interface ExampleCandidate {
  readonly question: string;
  readonly language: Language;
  /** One of these must be quoted. */
  readonly passages: readonly GoldPassage[];
  /** Values that the answer must state, verbatim. */
  readonly facts: readonly string[];
}

/** A question whose answer is known to be right. */
export interface Example {
  readonly question: string;
  readonly language: Language;
  /** The document that the answer quotes. */
  readonly documentId: string;
}

/** What an answer says, and what it quotes. */
export interface TrialAnswer {
  readonly text: string;
  readonly isAbstained: boolean;
  /** The cited passages; those that only agree are left out. */
  readonly quotes: readonly GoldPassage[];
}

/** Makes questions from what a caller may see. */
export abstract class ExampleCandidates {
  /**
   * Identifies the state of everything that examples depend on besides the caller's filter.
   * @throws DomainError if it cannot be determined
   */
  abstract state(): Promise<string>;
  /** The best first: in the given language, from many documents. */
  abstract find(filter: CategoryFilter, language: Language): Promise<readonly ExampleCandidate[]>;
}

/** Asks a question on trial. */
export abstract class ExampleTrials {
  /** @returns undefined if there was no answer in time, or a part failed */
  abstract ask(question: string, filter: CategoryFilter): Promise<TrialAnswer | undefined>;
}

/** Longest question that is an example, in characters. */
const LONGEST_QUESTION = 80;

export const isShortQuestion = (question: string): boolean => question !== '' && question.length <= LONGEST_QUESTION;

/** Minimum length of a text that identifies a passage, in characters without spaces. */
const SHORTEST_QUOTE = 8;

/** Whether one of the texts contains the other, whatever their spaces and case. */
function isSamePassage(one: GoldPassage, other: GoldPassage): boolean {
  if (one.documentId !== other.documentId) return false;
  const [a, b] = [foldedWithoutSpaces(one.quote), foldedWithoutSpaces(other.quote)];
  return Math.min(a.length, b.length) >= SHORTEST_QUOTE && (a.includes(b) || b.includes(a));
}

/**
 * The example that a candidate becomes, if its answer is right.
 * @returns undefined if the answer abstains, quotes something else first, or does not state the facts
 */
export function provenExample(candidate: ExampleCandidate, answer: TrialAnswer): Example | undefined {
  const [first] = answer.quotes;
  if (answer.isAbstained || first === undefined) return undefined;
  const said = foldedWithoutSpaces(answer.text);
  const isRight =
    candidate.passages.some((passage) => isSamePassage(passage, first)) &&
    candidate.facts.every((fact) => said.includes(foldedWithoutSpaces(fact)));
  const { question, language } = candidate;
  return isRight ? { question, language, documentId: first.documentId } : undefined;
}

/** One of each list in turn, so that the first ones come from many lists. */
export function inTurns<T>(lists: readonly (readonly T[])[]): T[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, i) => lists.flatMap((list) => list.slice(i, i + 1))).flat();
}

/** Up to `count` items, at equal distances over the whole list. */
export function spreadOver<T>(items: readonly T[], count: number): T[] {
  if (items.length <= count) return [...items];
  return Array.from({ length: count }, (_, i) => items.slice(Math.floor((i * items.length) / count))).flatMap((rest) =>
    rest.slice(0, 1),
  );
}
