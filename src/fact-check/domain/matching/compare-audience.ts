import { isSameKind, people, peopleInPlace, peopleNamed } from '../../../text/clauses/people.js';
import { Alignment, Window } from './alignment.js';
import { Finding } from './finding.js';

/** The audience in a heading applies to each of its clauses. */
function namedBy(alignment: Alignment, window: Window): ReadonlySet<string> {
  const texts = window.clauses.flatMap((number) => {
    const clause = alignment.clause(number);
    const heading = clause === undefined ? undefined : alignment.index.texts[clause.text]?.heading;
    return clause === undefined ? [] : [clause.reading.text, heading ?? ''];
  });
  return people(texts.join('\n'));
}

/** Share of the claim's words in the clause from which on the claim repeats it. */
const REPEATED = 0.8;

/** People of one list that are not in the other (multiset difference). */
function leftOver(mine: readonly string[], theirs: readonly string[]): string[] {
  const left = [...theirs];
  return mine.filter((kind) => {
    const i = left.findIndex((other) => isSameKind(kind, other));
    if (i >= 0) left.splice(i, 1);
    return i < 0;
  });
}

/**
 * Whether a claim has `damage to employees now` if the clause has `damage to customers now`: a part repeated with other people in the same
 * position.
 */
function isExchanged(claim: string, clause: string): boolean {
  const theirs = peopleInPlace(clause);
  return peopleInPlace(claim).some(({ kind, between }) => {
    const same = theirs.filter((other) => other.between === between);
    return same.length > 0 && !same.some((other) => isSameKind(kind, other.kind));
  });
}

/** Whether a clause is repeated with other people in one of several positions, or with those of its heading. */
function isReplaced(alignment: Alignment, { clauses: [main], coverage }: Window): boolean {
  if (main === undefined || coverage < REPEATED) return false;
  const [claim, clause] = [alignment.claim.text, alignment.clause(main)?.reading.text ?? ''];
  const [mine, own] = [peopleNamed(claim), peopleNamed(clause)];
  return isExchanged(claim, clause) || (mine.length === own.length && leftOver(mine, own).length > 0);
}

/**
 * A rule for one audience claimed for another: the claim names a kind of people that the clauses do not, and omits one that they name. This
 * is not a conflict, since the rule may apply to both, but the clauses do not say so.
 */
export function compareAudience(alignment: Alignment, window: Window): Finding[] {
  const mine = people(alignment.claim.text);
  if (mine.size === 0) return [];
  const [main] = window.clauses;
  const own = main === undefined ? new Set<string>() : people(alignment.clause(main)?.reading.text ?? '');
  const all = namedBy(alignment, window);
  const strange = [...mine].filter((a) => ![...all].some((b) => isSameKind(a, b)));
  const left = [...own].filter((b) => ![...mine].some((a) => isSameKind(a, b)));
  if ((strange.length === 0 || left.length === 0) && !isReplaced(alignment, window)) return [];
  const reason = 'the evidence says it of other people than the claim does';
  return [{ feature: 'audience', outcome: 'missing', required: true, reason }];
}
