import { officesIn } from './added-names.js';
import { Clause, FEW_WORDS, termsBeside } from './added-numbers.js';
import { comparatorConflicts } from './comparators.js';
import { isSameWord, Nearness, termsOf, wordShare } from './meaning.js';
import { isSameValue, Value } from './values.js';

/** A clause of an earlier tier counts if it contains this share of the claim. */
const ENOUGH = 0.5;
/** A clause with this share of the words of a claim supports it. */
export const SUPPORTS = 0.34;

/** A claim with its words and numbers, and the words of its question. */
export interface Asked {
  readonly text: string;
  readonly terms: ReturnType<typeof termsOf>;
  readonly values: readonly Value[];
  readonly question: ReturnType<typeof termsOf>;
}

/** Whether a clause answers the question with the numbers of a short claim: `Within 14 days.` */
export function answersIn({ text, values, question }: Asked, clause: Clause): boolean {
  const others = termsBeside(text, values).filter(
    (word) => ![...clause.terms, ...question].some((other) => isSameWord(word, other)),
  );
  return (
    clause.tier < 2 &&
    values.length > 0 &&
    others.length < FEW_WORDS &&
    values.every((value) => clause.values.some((other) => isSameValue(value, other))) &&
    question.some((word) => clause.terms.some((other) => isSameWord(word, other)))
  );
}

export function nearestClause(
  asked: Asked,
  clauses: readonly Clause[],
  nearness: Nearness,
): { clause: Clause; like: number } | undefined {
  const { text, terms } = asked;
  let best: { clause: Clause; like: number } | undefined;
  for (const clause of clauses) {
    if (best !== undefined && clause.tier > best.clause.tier && best.like >= ENOUGH) break;
    const words = wordShare(terms, clause.terms);
    const share = answersIn(asked, clause) ? Math.max(words, ENOUGH) : words;
    const like = clause.tier === 0 ? Math.max(share, nearness(text, clause.text)) : share;
    if (best === undefined || like > best.like) best = { clause, like };
  }
  return best;
}

const MOST: ReadonlySet<string> = new Set(['at_most', 'below', 'until']);

/** A short claim with the numbers of a clause and the opposite limit: `after 14 days` for `within 14 days`. */
export function turnedLimit({ text, values }: Asked, clause: Clause): string | undefined {
  const isTurned = (value: Value): boolean => {
    const same = clause.values.filter((other) => isSameValue(value, other));
    return (
      same.length > 0 &&
      same.every(
        ({ bound }) => comparatorConflicts({ ...value, text }, bound) || (value.bound === 'after' && MOST.has(bound)),
      )
    );
  };
  return values.some((value) => !value.denied && isTurned(value)) ? 'the limit is another one' : undefined;
}

/** Another office than that of the clause: `총무과에 돌려준다` for `관리실에 돌려준다`. */
export function otherOffice(
  text: string,
  { clause, like }: { readonly clause: Clause; readonly like: number },
  added: readonly string[],
): string | undefined {
  const [right] = officesIn(clause.text);
  const [said] = added;
  if (right === undefined || said === undefined || clause.tier > 1 || like < SUPPORTS) return undefined;
  return officesIn(text).includes(right) ? undefined : `the passages name ${right}, not ${said}`;
}
