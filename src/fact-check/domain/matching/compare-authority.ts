import { Alignment, Window } from './alignment.js';
import { Finding } from './finding.js';

/** Offices and bodies that decide, in both languages. */
const KOREAN =
  /(?<![가-힣])[가-힣]{0,8}(?:총장|이사장|위원장|학장|처장|원장|소장|센터장|부장|과장|팀장|실장|관장|교장|이사회|위원회|지도교수)(?=[이가은는의을를에께과와도 .,:;·()（）]|$)/gu;
const ENGLISH =
  /\b(?:vice[- ])?(?:president|provost|rector|dean|chair(?:man|woman|person)?|director|committee|board|council|secretary|treasurer|registrar)s?\b/giu;

function officesOf(text: string): string[] {
  const korean = [...text.matchAll(KOREAN)].map(([office]) => office);
  const english = [...text.matchAll(ENGLISH)].map(([office]) => office.toLowerCase().replace(/s$/u, ''));
  return [...new Set([...korean, ...english])];
}

/** `연구소장` is `소장`, `총장` is not `부총장`. */
const isSameOffice = (a: string, b: string): boolean =>
  a === b || (!/^(?:부|vice)/u.test(a) && !/^(?:부|vice)/u.test(b) && (a.endsWith(b) || b.endsWith(a)));

/**
 * Another office decides: the claim names one that the clauses do not, and omits one that the best clause names. This is not a conflict,
 * since both may decide, but the clauses do not say so.
 */
export function compareAuthority(alignment: Alignment, { clauses }: Window): Finding[] {
  const mine = officesOf(alignment.claim.text);
  if (mine.length === 0) return [];
  const [main] = clauses;
  const own = main === undefined ? [] : officesOf(alignment.clause(main)?.reading.text ?? '');
  const known = clauses.flatMap((number) => {
    const clause = alignment.clause(number);
    const heading = clause === undefined ? undefined : alignment.index.texts[clause.text]?.heading;
    return clause === undefined ? [] : officesOf(`${clause.reading.text}\n${heading ?? ''}`);
  });
  const strange = mine.filter((a) => !known.some((b) => isSameOffice(a, b)));
  const left = own.filter((b) => !mine.some((a) => isSameOffice(a, b)));
  if (strange.length === 0 || left.length === 0) return [];
  const reason = `the evidence names another office: '${left[0] ?? ''}', not '${strange[0] ?? ''}'`;
  return [{ feature: 'audience', outcome: 'missing', required: true, reason, clause: main }];
}
