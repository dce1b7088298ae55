import { splitClaims } from '../../../fact-check/domain/split-claims.js';
import { Steps } from '../../../shared/domain/steps.js';
import { checkClaim } from '../../../fact-check/domain/check-claim.js';
import { EvidenceIndex } from '../../../fact-check/domain/matching/evidence-index.js';
import { Conflict } from './conflict.js';
import { folded } from './literal.js';
import { isSameWord, Nearness, termsOf, wordShare } from './meaning.js';
import { sayingsOf } from './readable-answer.js';
import { datesOf, isSameValue, Value, valuesOf } from './values.js';

/** A text that claims are held against. */
export interface EvidenceSource {
  readonly id: string | undefined;
  readonly text: string;
}

/** What claims are held against, in the order in which it counts. */
export interface ClaimEvidence {
  readonly question: string;
  /** The passages that decide, and what the answer cites. */
  readonly gold: readonly EvidenceSource[];
  /** The whole documents that those are of. */
  readonly documents: readonly EvidenceSource[];
  /** Whatever else the asker may see. */
  readonly rest: readonly EvidenceSource[];
  readonly nearness: Nearness;
}

/** A claim of an answer with what became of it, and the clause that it was compared with. */
export interface JudgedClaim {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly verdict: 'supported' | 'contradicted' | 'unverified';
  readonly quote: string | null;
  readonly documentId: string | null;
  readonly reasons: readonly string[];
  /** Whether it is unverified and adds a number, a date or a name: a fault. */
  readonly adds: boolean;
}

interface Clause {
  readonly text: string;
  readonly id: string | undefined;
  readonly terms: ReturnType<typeof termsOf>;
  readonly values: readonly Value[];
  readonly tier: number;
}

/** Sentences of one text that are read; a longer one is read from its start. */
const MOST_SENTENCES = 4_000;
const A_STEP = 20;
/** A clause of an earlier tier counts where it holds so much of the claim. */
const ENOUGH = 0.5;
const SUPPORTS = 0.34;

function* clausesOfSources(sources: readonly EvidenceSource[], tier: number): Steps<Clause[]> {
  const clauses: Clause[] = [];
  for (const { id, text } of sources) {
    for (const [i, saying] of sayingsOf(text).slice(0, MOST_SENTENCES).entries()) {
      clauses.push({ text: saying.text, id, terms: termsOf(saying.text), values: valuesOf(saying.text), tier });
      if (i % A_STEP === A_STEP - 1) yield;
    }
    yield;
  }
  return clauses;
}

/** Telephone numbers, rooms and addresses say where to ask. */
const CONTACT_NUMBER =
  /(?:내선|교환|전화|호실|ext\.?|extension|room|phone|tel\.?)[\s:]{0,3}\d[\d-]{0,14}|\d{2,4}-\d{3,4}(?:-\d{4})?|https?:[\w/.%#?=&~-]{1,200}|[\w.+-]{1,60}@[\w.-]{1,100}/giu;
const withoutContacts = (text: string): string => text.replace(CONTACT_NUMBER, (match) => ' '.repeat(match.length));

/** Courtesy, sympathy and pointers to an office claim nothing that documents could hold. */
const NO_CLAIM =
  /(?:바랍니다|바라요|빕니다|응원|힘내|축하|걱정\s?(?:마|하지)|수고|고생|이해(?:합니다|됩니다|돼요)|셨을 (?:것|텐데)|시겠(?:어요|습니다|네요)|안녕하세요|감사합니다|반갑)|^(?:[^.]{0,60})(?:문의|연락|여쭤|물어)[가-힣 ]{0,12}(?:주세요|보세요|바랍니다|됩니다|십시오|주시면|하시면)|\b(?:good luck|sorry to hear|congratulations|hope|happy to help|let me know|reach out|don['’]t worry|feel free|ask (?:in|your|the)|contact|write to)\b/iu;

interface Numbers {
  readonly values: readonly Value[];
  readonly days: readonly string[];
}

const dayKeys = (text: string): string[] =>
  datesOf(text).flatMap(({ month, day, year }) => (month === undefined ? [`y${year ?? 0}`] : [`${month}-${day ?? 0}`]));

const SECONDS = 86_400;
/** Terms that a word names without a number. */
const PERIODS: readonly (readonly [pattern: RegExp, dimension: string, value: number])[] = [
  [/분기|\bquarter/iu, 'month', 3],
  [/반기|반년|\bhalf[- ]year|\bsemi-?annual/iu, 'month', 6],
  [/매년|해마다|연간|연 |\bannual|\byear/iu, 'month', 12],
  [/매월|매달|\bmonth/iu, 'month', 1],
  [/매주|주간|\bweek/iu, 'time', 7 * SECONDS],
  [/격주|\bbiweekly|\bfortnight/iu, 'time', 14 * SECONDS],
  [/하루|매일|\bdaily|\bday/iu, 'time', SECONDS],
];

const isPeriodOf = (value: Value, text: string): boolean =>
  PERIODS.some(
    ([pattern, dimension, size]) => value.dimension === dimension && value.value === size && pattern.test(text),
  );

/** Sums, differences, products and quotients of the numbers of the asker's case and of the rule. */
function workedOut(numbers: readonly Value[]): number[] {
  const written = [
    ...new Set(numbers.flatMap((n) => (n.dimension === 'ratio' ? [n.written, n.value] : [n.written]))),
  ].slice(0, 24);
  return written.flatMap((a) => written.flatMap((b) => [a + b, a - b, a * b, ...(b === 0 ? [] : [a / b])]));
}

/** Sentences that work something out. */
const CALCULATES =
  /[=×÷+]|더하|빼|곱하|나누|계산|남[은는았습]|합[치하계]|총|따라서|그러니|이므로|니까|\b(?:so|therefore|minus|plus|times|leaves?|left|remain(?:s|ing)?|total|sum|per)\b/iu;
/** Numbers from which sums of two steps are built. */
const FEW_NUMBERS = 7;

function workedOutTwice(numbers: readonly Value[]): number[] {
  const written = [...new Set(numbers.map((n) => n.written))].slice(0, FEW_NUMBERS);
  const once = workedOut(numbers.slice(0, FEW_NUMBERS));
  return once.flatMap((a) => written.flatMap((b) => [a + b, a - b, b - a, a * b, ...(b === 0 ? [] : [a / b])]));
}

/** `두 가지요`, `two things`: counts what the sentence names. */
const COUNTS_UP =
  /^\S{1,3}\s?(?:가지|종류|항목|단계|things?|items?|documents?|steps?|ways?|options?|points?|conditions?|reasons?)/iu;

const isIn = (value: Value, others: readonly Value[]): boolean => others.some((other) => isSameValue(value, other));

/** Numbers of a claim that stand nowhere near what it speaks of. */
function added(claim: Numbers, text: string, clauses: readonly Clause[], question: Numbers): string[] {
  const gold = clauses.filter(({ tier }) => tier === 0).flatMap(({ values }) => values);
  const known = [...question.values, ...gold];
  const derived = CALCULATES.test(text) ? [...workedOut(known), ...workedOutTwice(known)] : workedOut(known);
  const terms = termsOf(text);
  // `5일 늦으면 500원`: an example of a rate.
  const isExample = (value: Value): boolean =>
    claim.values.some((other) =>
      gold.some(({ written }) =>
        [written * other.written - value.written, written * value.written - other.written].some(
          (gap) => other !== value && Math.abs(gap) < 1e-6,
        ),
      ),
    );
  const isKnown = (value: Value): boolean =>
    isExample(value) ||
    isIn(value, gold) ||
    isIn(value, question.values) ||
    clauses.some(({ tier, text: clause }) => tier === 0 && isPeriodOf(value, clause)) ||
    derived.some((number) => Math.abs(number - value.written) < 1e-6) ||
    workedOut(claim.values.filter((other) => other !== value)).some(
      (number) => Math.abs(number - value.written) < 1e-6 && claim.values.length > 2,
    ) ||
    clauses.some(
      ({ values, terms: held, tier }) =>
        isIn(value, values) &&
        terms.filter((word) => held.some((other) => isSameWord(word, other))).length >= (tier === 1 ? 1 : 2),
    );
  const values = claim.values.filter(
    (value) =>
      !value.soft &&
      !COUNTS_UP.test(text.slice(value.start, value.end + 10)) &&
      !value.denied &&
      !value.approximate &&
      !isKnown(value),
  );
  const days =
    question.days.length > 0
      ? []
      : claim.days.filter((day) => !clauses.some((clause) => dayKeys(clause.text).includes(day)));
  return [...values.map((value) => text.slice(value.start, value.end)), ...days];
}

function nearestClause(
  text: string,
  clauses: readonly Clause[],
  nearness: Nearness,
): { clause: Clause; like: number } | undefined {
  const terms = termsOf(text);
  let best: { clause: Clause; like: number } | undefined;
  for (const clause of clauses) {
    if (best !== undefined && clause.tier > best.clause.tier && best.like >= ENOUGH) break;
    const share = wordShare(terms, clause.terms);
    const like = clause.tier === 0 ? Math.max(share, nearness(text, clause.text)) : share;
    if (best === undefined || like > best.like) best = { clause, like };
  }
  return best;
}

/** A claim that repeats a clause nearly word for word is compared word for word. */
const REPEATS = 0.8;
const FEWEST_WORDS = 3;

/** What the fact check holds against a claim that repeats a clause with something changed. */
function changedIn(text: string, clause: Clause): string | undefined {
  const terms = termsOf(text);
  if (clause.tier > 1 || terms.length < FEWEST_WORDS || wordShare(terms, clause.terms) < REPEATS) return undefined;
  const { verdict, reasons } = checkClaim(
    { start: 0, end: text.length, text },
    EvidenceIndex.of([{ id: 'clause', text: clause.text }]),
  );
  return verdict === 'contradicted' ? reasons[0] : undefined;
}

const FEWEST_CHARACTERS = 8;

function isRepeatedIn(text: string, known: readonly string[]): boolean {
  const own = folded(text).text.replace(/[.!?]$/u, '');
  return own.length >= FEWEST_CHARACTERS && known.some((source) => source.includes(own));
}

const overlaps = (a: { start: number; end: number }, b: { start: number; end: number }): boolean =>
  a.start < b.end && b.start < a.end;

function verdictOn(extra: readonly string[], isNear: boolean): Pick<JudgedClaim, 'verdict' | 'reasons' | 'adds'> {
  if (extra.length > 0)
    return {
      verdict: 'unverified',
      reasons: extra.map((number) => `${number} stands nowhere near what it speaks of`),
      adds: true,
    };
  return isNear
    ? { verdict: 'supported', reasons: ['the clause says it'], adds: false }
    : { verdict: 'unverified', reasons: ['no clause says it'], adds: false };
}

/** Claims of one answer that are judged: the first ones. */
export const MOST_CLAIMS = 200;

/**
 * Holds each claim of an answer against the evidence, tier by tier. Only the passages that decide, what is cited and their documents
 * contradict; what stands nowhere is unverified.
 * @param conflicts what was found to contradict, by its place in the answer
 * @param facts places at which required facts are stated
 */
export function* judgeClaims(
  answer: string,
  evidence: ClaimEvidence,
  conflicts: readonly Conflict[],
  facts: readonly { readonly start: number; readonly end: number }[],
): Steps<JudgedClaim[]> {
  const clauses = [
    ...(yield* clausesOfSources(evidence.gold, 0)),
    ...(yield* clausesOfSources(evidence.documents, 1)),
    ...(yield* clausesOfSources(evidence.rest, 2)),
  ];
  const question: Numbers = { values: valuesOf(evidence.question), days: dayKeys(evidence.question) };
  const judged: JudgedClaim[] = [];
  const known = [...evidence.gold, ...evidence.documents].map((source) => folded(source.text).text);
  for (const { start, end, text } of splitClaims(answer).slice(0, MOST_CLAIMS)) {
    yield;
    // What stands there word for word is not held against itself.
    const isVerbatim = isRepeatedIn(text, known);
    const conflict = isVerbatim ? undefined : conflicts.find((other) => overlaps(other, { start, end }));
    const isFact = facts.some((fact) => overlaps(fact, { start, end }));
    if (conflict === undefined && !isFact && NO_CLAIM.test(text) && valuesOf(withoutContacts(text)).length === 0)
      continue;
    const nearest = nearestClause(text, clauses, evidence.nearness);
    const quote = conflict?.clause ?? nearest?.clause.text ?? null;
    const documentId = nearest?.clause.id ?? null;
    if (conflict !== undefined) {
      judged.push({
        text,
        start,
        end,
        verdict: 'contradicted',
        quote,
        documentId,
        reasons: [conflict.reason],
        adds: false,
      });
      continue;
    }
    const changed = isFact || isVerbatim || nearest === undefined ? undefined : changedIn(text, nearest.clause);
    if (changed !== undefined) {
      judged.push({ text, start, end, verdict: 'contradicted', quote, documentId, reasons: [changed], adds: false });
      continue;
    }
    const extra = isVerbatim
      ? []
      : added({ values: valuesOf(withoutContacts(text)), days: dayKeys(text) }, text, clauses, question);
    const isNear = nearest !== undefined && (isFact || isVerbatim || nearest.like >= SUPPORTS);
    judged.push({ text, start, end, quote, documentId, ...verdictOn(extra, isNear) });
  }
  return judged;
}
