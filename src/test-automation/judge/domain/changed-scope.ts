import { Clause } from './added-numbers.js';
import { sharesIdea, termsOf, wordShare } from './meaning.js';
import { Difference, Repetition, repetitionOf, Token, tokensOf } from './repeated-clause.js';

/** Another office acts than in the clause that the claim repeats. */
export const OTHER_ACTOR = 'the clause that it repeats names another office';
/** The condition of the repeated clause is turned round. */
export const TURNED_CONDITION = 'the clause that it repeats has the opposite condition';
/** The claim says of every case what the clause says of one. */
export const ALL_CASES = 'the clause says it of one case, not of all';

const SCOPE_REASONS: ReadonlySet<string> = new Set([OTHER_ACTOR, TURNED_CONDITION, ALL_CASES]);

/** Whether a reason is one of a changed actor, condition or exception. */
export const isOfScope = (reason: string): boolean => SCOPE_REASONS.has(reason);

/** A claim that repeats a clause of the passages with another scope. */
export interface ChangedScope {
  readonly reason: string;
  readonly clause: Clause;
}

const textOf = (tokens: readonly Token[]): string => tokens.map(({ text }) => text).join(' ');

/* ---------------------------------------------------------------- the actor */

const KOREAN_OFFICE =
  /^[가-힣]{0,10}(?:총장|이사장|위원장|학장|처장|원장|단장|소장|센터장|국장|부장|과장|팀장|실장|관장|교장|학과장|부서장|이사회|위원회|교수|팀|처|학과|총무과|행정실|관리실|감사실|센터|협력단|본부)(?=(?:이|가|은|는|의|에|에게|께|께서|와|과|을|를|도|만|로|으로|한테)?$)/u;
const ENGLISH_OFFICE =
  /^(?:manager|lead|leader|director|team|committee|board|officer|owner|supervisor|desk|office|engineer|head|dean|registrar|president|provost|chair|council|department|analyst|secretary|treasurer|commander)s?$/u;

/** Words before an office that do not name a particular one. */
const DETERMINER = /^(?:the|an?|your|our|their|its|his|her|my|any|each|this|that|same|and|or|of|to|by)$/u;

/** `lead` and `head` after these are verbs. */
const AUXILIARY = /^(?:do|does|did|not|to|will|must|may|can|should|would|shall|might|could|\w+n['’]t)$/u;

interface Office {
  readonly name: string;
  readonly head: string;
  /** The words before its head: `legal` of `the legal team`. */
  readonly kind: string;
}

/** The office in differing words, or of the shared word after them: `legal` for `owning` before `team`. */
function officeOf(words: readonly Token[], after: Token | undefined): Office | undefined {
  const korean = words.flatMap(({ text }) => KOREAN_OFFICE.exec(text)?.[0] ?? []).at(-1);
  if (korean !== undefined) return { name: korean, head: korean, kind: korean };
  const isHead = (token: Token | undefined): boolean => token !== undefined && ENGLISH_OFFICE.test(token.text);
  const isVerb = words.some(({ text }) => AUXILIARY.test(text));
  const all = !words.some(isHead) && !isVerb && after !== undefined && isHead(after) ? [...words, after] : words;
  const head = all.findLast(isHead);
  if (head === undefined) return undefined;
  const named = all.filter(({ text }) => !DETERMINER.test(text));
  return { name: textOf(named), head: head.key, kind: textOf(named.filter((token) => token !== head)) };
}

/** `department head` is the `head`, `연구소장` is `소장`. */
function isSameOffice(a: Office, b: Office): boolean {
  if (a.name.endsWith(b.name) || b.name.endsWith(a.name) || sharesIdea(a.name, b.name)) return true;
  if (a.head !== b.head) return false;
  // Without such a word, it may be the same one.
  const kinds = [a, b].map(({ kind }) => kind);
  return kinds.includes('') || a.kind === b.kind;
}

function hasOtherActor({ mine, theirs, differences }: Repetition, question: string): boolean {
  return differences.some((difference) => {
    if (difference.mine.length === 0 || difference.theirs.length === 0) return false;
    const said = officeOf(difference.mine, mine[difference.mineAt + difference.mine.length]);
    const right = officeOf(difference.theirs, theirs[difference.theirsAt + difference.theirs.length]);
    if (said === undefined || right === undefined || isSameOffice(said, right)) return false;
    return !textOf(theirs).includes(said.name) && !textOf(mine).includes(right.name) && !question.includes(said.name);
  });
}

/* ---------------------------------------------------------------- the condition */

const DENIES = /아니|아닌|아닐|않|없|못|\b(?:not|unless|except|never|without|cannot|\w+n['’]t)\b/u;
const KOREAN_CASE = /경우|때|으면|하면|되면|라면|아니면|않으면|없으면/u;
const ENGLISH_CASE = /\b(?:if|unless|when|whenever|where|except|only|once|until)\b/u;
/** Words of which one excludes the other in the same place. */
const OPPOSITES: readonly (readonly [RegExp, RegExp])[] = [
  [/^이상/u, /^미만/u],
  [/^이하/u, /^초과/u],
  [/^이전/u, /^이후/u],
  [/^있(?:는|으면|을)/u, /^없(?:는|으면|을)/u],
  [/^before$/u, /^after$/u],
  [/^least$/u, /^most$/u],
  [/^more$/u, /^(?:less|fewer)$/u],
  [/^with$/u, /^without$/u],
];
const AROUND = 3;

/** The part of the sentence that decides whether a difference is in a condition: before it in English, after it in Korean. */
function isInCondition(all: readonly Token[], at: number, length: number): boolean {
  const ahead = textOf(all.slice(0, at + length)).split(/[,;]/u);
  const behind = textOf(all.slice(Math.max(0, at - 1), at + length + AROUND)).split(/[,;]/u);
  return ENGLISH_CASE.test(ahead.at(-1) ?? '') || KOREAN_CASE.test(behind[0] ?? '');
}

const isDenied = (tokens: readonly Token[]): boolean => DENIES.test(textOf(tokens));
const changesDenial = ({ mine, theirs }: Difference): boolean => isDenied(mine) !== isDenied(theirs);

function isOpposite({ mine, theirs }: Difference): boolean {
  const [[a], [b]] = [mine, theirs];
  if (a === undefined || b === undefined || mine.length > 1 || theirs.length > 1) return false;
  return OPPOSITES.some(
    ([one, other]) => (one.test(a.text) && other.test(b.text)) || (other.test(a.text) && one.test(b.text)),
  );
}

/** Exactly one change turns the condition: a second one may turn the statement as well, and both say the same again. */
function hasTurnedCondition({ mine, theirs, differences }: Repetition): boolean {
  const turned = differences.filter((difference) => changesDenial(difference) || isOpposite(difference));
  const [only] = turned;
  if (only === undefined || turned.length > 1) return false;
  return (
    isOpposite(only) ||
    (isInCondition(mine, only.mineAt, only.mine.length) && isInCondition(theirs, only.theirsAt, only.theirs.length))
  );
}

/* ---------------------------------------------------------------- all cases instead of one */

const ALL =
  /어떤 경우(?:에도|라도|든)?|어느 경우에도|모든 경우에?|경우에 (?:관계|상관)없이|항상|언제나|언제든지|무조건|예외 없이|누구나|누구든지|원칙적으로|\b(?:in (?:every|any|all) cases?|always|without exception|in general|generally|everyone|anyone|as a rule|regardless)\b/giu;
const LIMITS =
  /경우|때|(?:으|하|되|이)면(?:\s|$)|^(?:다만|단)\s|(?:사람|학생|교원|직원|자|직)(?:은|는|에게)(?:\s|$)|\b(?:(?<!even )if|unless|except|when|where|only|provided|(?<!\bat )once)\b/u;
const HOLDS = 0.85;
const FEWEST_WORDS = 3;
/** A case that the question names need not be repeated. */
const ASKED_SHARE = 0.6;

const droppedBy = ({ differences }: Repetition): string => differences.map(({ theirs }) => textOf(theirs)).join(' , ');

/** The clause that says of one case what the claim says of all; undefined where any clause says it without a case. */
function ofOneCase(text: string, clauses: readonly Clause[], question: string): Clause | undefined {
  const rest = text.replace(ALL, ' ');
  if (rest === text || LIMITS.test(textOf(tokensOf(rest)))) return undefined;
  const said = tokensOf(rest.replace(/^[\s,]+/u, ''));
  const words = said.filter(({ key }) => /[\p{L}\p{N}]/u.test(key)).length;
  if (words < FEWEST_WORDS) return undefined;
  const terms = termsOf(rest);
  const same = clauses
    .filter((clause) => wordShare(terms, clause.terms) >= HOLDS && clause.text.search(ALL) < 0)
    .map((clause) => ({ clause, repetition: repetitionOf(said, tokensOf(clause.text)) }))
    .filter(({ repetition }) => repetition.shared >= HOLDS * said.length);
  if (same.some(({ repetition }) => !LIMITS.test(droppedBy(repetition)))) return undefined;
  const asked = termsOf(question);
  return same.find(({ repetition }) => wordShare(termsOf(droppedBy(repetition)), asked) < ASKED_SHARE)?.clause;
}

/* ---------------------------------------------------------------- the claim */

const SIMILAR = 0.5;
const SHARED_OF_SHORTER = 0.65;
const SHARED_OF_CLAIM = 0.6;
const FEWEST_SHARED = 4;
const OWN_WEIGHT = 0.3;

function nearestOf(text: string, clauses: readonly Clause[]): Clause | undefined {
  const terms = termsOf(text);
  const ranked = clauses
    .map((clause) => ({ clause, held: wordShare(terms, clause.terms) }))
    .filter(({ held }) => held >= SIMILAR)
    .map(({ clause, held }) => ({ clause, like: held + OWN_WEIGHT * wordShare(clause.terms, terms) }))
    .sort((a, b) => b.like - a.like);
  return ranked[0]?.clause;
}

/**
 * Whether a claim repeats a clause of the passages, or of their documents, in nearly the same words with another actor, with the condition
 * turned round, or of every case what the clause says of one.
 * @param clauses also those of other texts, which decide nothing here
 */
export function changedScope(text: string, clauses: readonly Clause[], question: string): ChangedScope | undefined {
  const own = clauses.filter(({ tier }) => tier < 2);
  const single = ofOneCase(text, own, question);
  if (single !== undefined) return { reason: ALL_CASES, clause: single };
  const clause = nearestOf(text, own);
  if (clause === undefined) return undefined;
  const repetition = repetitionOf(tokensOf(text), tokensOf(clause.text));
  const { mine, theirs, shared } = repetition;
  const isRepeated =
    shared >= FEWEST_SHARED &&
    shared >= SHARED_OF_SHORTER * Math.min(mine.length, theirs.length) &&
    shared >= SHARED_OF_CLAIM * mine.length;
  if (!isRepeated) return undefined;
  if (hasOtherActor(repetition, question)) return { reason: OTHER_ACTOR, clause };
  return hasTurnedCondition(repetition) ? { reason: TURNED_CONDITION, clause } : undefined;
}
