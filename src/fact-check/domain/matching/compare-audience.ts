import { isSameKind, people, peopleInPlace, peopleNamed } from '../../../text/clauses/people.js';
import { Alignment, Window } from './alignment.js';
import { Finding } from './finding.js';

/** Whom a heading names is spoken of in each of its clauses. */
function namedBy(alignment: Alignment, window: Window): ReadonlySet<string> {
  const texts = window.clauses.flatMap((number) => {
    const clause = alignment.clause(number);
    const heading = clause === undefined ? undefined : alignment.index.texts[clause.text]?.heading;
    return clause === undefined ? [] : [clause.reading.text, heading ?? ''];
  });
  return people(texts.join('\n'));
}

/** Share of the claim's words that the clause holds, from which on the claim repeats it. */
const REPEATED = 0.8;

/** People of one list that the other does not have, each counted as often as it is named. */
function leftOver(mine: readonly string[], theirs: readonly string[]): string[] {
  const left = [...theirs];
  return mine.filter((kind) => {
    const i = left.findIndex((other) => isSameKind(kind, other));
    if (i >= 0) left.splice(i, 1);
    return i < 0;
  });
}

/** `damage to employees now` where the clause has `damage to customers now`: a part repeated with others in the same place. */
function isExchanged(claim: string, clause: string): boolean {
  const theirs = peopleInPlace(clause);
  return peopleInPlace(claim).some(({ kind, between }) => {
    const same = theirs.filter((other) => other.between === between);
    return same.length > 0 && !same.some((other) => isSameKind(kind, other.kind));
  });
}

/** A clause repeated with other people in one place of several, or with those whom its heading names. */
function isReplaced(alignment: Alignment, { clauses: [main], coverage }: Window): boolean {
  if (main === undefined || coverage < REPEATED) return false;
  const [claim, clause] = [alignment.claim.text, alignment.clause(main)?.reading.text ?? ''];
  const [mine, own] = [peopleNamed(claim), peopleNamed(clause)];
  return isExchanged(claim, clause) || (mine.length === own.length && leftOver(mine, own).length > 0);
}

/**
 * A rule for some said of others: the claim names a kind of people that the clauses do not, and leaves out one that they name. It
 * is no conflict, since the rule may hold for both, but the clauses do not say so.
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
