import { isSameKind, people } from '../reading/people.js';
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
  if (strange.length === 0 || left.length === 0) return [];
  const reason = 'the evidence says it of other people than the claim does';
  return [{ feature: 'audience', outcome: 'missing', required: true, reason }];
}
