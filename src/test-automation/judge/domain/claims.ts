import { splitClaims } from '../../../fact-check/domain/split-claims.js';
import { isResidue } from '../../../fact-check/domain/span-pieces.js';
import { memoize } from '../../../text/memoize.js';
import { Steps } from '../../../shared/domain/steps.js';
import { checkClaim } from '../../../fact-check/domain/check-claim.js';
import { EvidenceIndex } from '../../../fact-check/domain/matching/evidence-index.js';
import { addedNames, addedOffices, KnownNames, knownNames } from './added-names.js';
import { addedNumbers, Clause, Numbers, Shown, shownBy } from './added-numbers.js';
import { changedScope } from './changed-scope.js';
import { Conflict } from './conflict.js';
import { folded } from './literal.js';
import { Nearness, termsOf, wordShare } from './meaning.js';
import { answersIn, Asked, nearestClause, otherOffice, SUPPORTS, turnedLimit } from './nearest-clause.js';
import { clausePolarity } from './polarity.js';
import { Saying, sayingsOf } from './readable-answer.js';
import { peopleConflicts } from './said-of-others.js';
import { datesOf, valuesOf } from './values.js';
import { overlap } from '../../../text/text-span.js';

/** A text that claims are compared with. */
export interface EvidenceSource {
  readonly id: string | undefined;
  readonly text: string;
}

/** The texts that claims are compared with, in the order of their weight. */
export interface ClaimEvidence {
  readonly question: string;
  /** The deciding passages, and the cited texts. */
  readonly gold: readonly EvidenceSource[];
  /** The whole documents of those. */
  readonly documents: readonly EvidenceSource[];
  /** All other texts that the caller may see. */
  readonly rest: readonly EvidenceSource[];
  readonly nearness: Nearness;
}

/** A claim of an answer with its verdict, and the clause that it was compared with. */
export interface JudgedClaim {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly verdict: 'supported' | 'contradicted' | 'unverified';
  readonly quote: string | null;
  readonly documentId: string | null;
  readonly reasons: readonly string[];
  /** Whether it is unverified and adds a number, a date, a name or an article: a fault. */
  readonly adds: boolean;
}

/** Maximum number of sentences that are read of one text, from its start. */
const MOST_SENTENCES = 4_000;
const A_STEP = 20;

/** Texts whose sentences are kept: a session judges all its answers by the same documents. */
const REMEMBERED_TEXTS = 200;

const foldedText = memoize(REMEMBERED_TEXTS, (text: string) => folded(text).text);
const sentencesOf = memoize(REMEMBERED_TEXTS, (text: string) =>
  sayingsOf(text)
    .slice(0, MOST_SENTENCES)
    .flatMap((saying) => (isResidue(saying.text) ? [] : [saying.text])),
);

function* clausesOfSources(sources: readonly EvidenceSource[], tier: number): Steps<Clause[]> {
  const clauses: Clause[] = [];
  for (const { id, text } of sources) {
    for (const [i, sentence] of sentencesOf(text).entries()) {
      clauses.push({ text: sentence, id, terms: termsOf(sentence), values: valuesOf(sentence), tier });
      if (i % A_STEP === A_STEP - 1) yield;
    }
    yield;
  }
  return clauses;
}

/** Telephone numbers, rooms and addresses are contact details. */
const CONTACT_NUMBER =
  /(?:내선|교환|전화|호실|ext\.?|extension|room|phone|tel\.?)[\s:]{0,3}\d[\d-]{0,14}|\d{2,4}-\d{3,4}(?:-\d{4})?|https?:[\w/.%#?=&~-]{1,200}|[\w.+-]{1,60}@[\w.-]{1,100}/giu;
const withoutContacts = (text: string): string => text.replace(CONTACT_NUMBER, (match) => ' '.repeat(match.length));

/** Courtesy, sympathy and references to an office claim nothing that documents could contain. */
const NO_CLAIM =
  /(?:바랍니다|바라요|빕니다|응원|힘내|축하|걱정\s?(?:마|하지)|수고|고생|이해(?:합니다|됩니다|돼요)|셨을 (?:것|텐데)|시겠(?:어요|습니다|네요)|안녕하세요|감사합니다|반갑)|^(?:[^.]{0,60})(?:문의|연락|여쭤|물어)[가-힣 ]{0,12}(?:주세요|보세요|바랍니다|됩니다|십시오|주시면|하시면)|\b(?:good luck|sorry to hear|congratulations|hope|happy to help|let me know|reach out|don['’]t worry|feel free|ask (?:in|your|the)|contact|write to)\b/iu;

/** A claim that repeats a clause nearly verbatim is compared word for word. */
const REPEATS = 0.8;
const FEWEST_WORDS = 3;
/** The people count as words too, so that a claim about other people overlaps less. */
const REPEATS_OTHERS = 0.6;

/** The fact check's finding about a claim that repeats a clause with a change. */
function changedIn(text: string, clause: Clause): string | undefined {
  const terms = termsOf(text);
  if (clause.tier > 1 || terms.length < FEWEST_WORDS || wordShare(terms, clause.terms) < REPEATS) return undefined;
  const { verdict, reasons } = checkClaim(
    { start: 0, end: text.length, text },
    EvidenceIndex.of([{ id: 'clause', text: clause.text }]),
  );
  return verdict === 'contradicted' ? reasons[0] : undefined;
}

/** A rule of the same document, repeated with other people. */
function saidOfOthers(
  text: string,
  { clause, like }: { readonly clause: Clause; readonly like: number },
  { question, nearness }: ClaimEvidence,
): string | undefined {
  if (clause.tier > 1 || like < REPEATS_OTHERS) return undefined;
  return peopleConflicts(text, { question, gold: [clause.text], nearness })[0]?.reason;
}

const FEWEST_CHARACTERS = 8;

function isRepeatedIn(text: string, known: readonly string[]): boolean {
  const own = folded(text).text.replace(/[.!?]$/u, '');
  return own.length >= FEWEST_CHARACTERS && known.some((source) => source.includes(own));
}

const EXCEPTS = /^(?:다만|단,|하지만|그러나|however|but|although)(?=[\s,])|^(?:there is )?(?:an|one) exception\b/iu;
/** Minimum overlap of two exceptions, in the answer and in the passages, that counts as the same. */
const SAME_EXCEPTION = 0.5;

/** An exception that reverses the rule before it, and that no clause has: a reader who believes it breaks the rule. */
function inventsException(
  text: string,
  before: string | undefined,
  clauses: readonly Clause[],
  nearness: Nearness,
): boolean {
  if (before === undefined || !EXCEPTS.test(text)) return false;
  const [own, rule] = [clausePolarity(text), clausePolarity(before)];
  if (own === undefined || rule === undefined || own === rule) return false;
  const terms = termsOf(text);
  return !clauses.some(
    ({ tier, text: clause, terms: held }) =>
      tier < 2 &&
      (wordShare(terms, held) >= SAME_EXCEPTION || (tier === 0 && nearness(text, clause) >= SAME_EXCEPTION)),
  );
}

function verdictOn(
  extra: readonly string[],
  names: readonly string[],
  isNear: boolean,
): Pick<JudgedClaim, 'verdict' | 'reasons' | 'adds'> {
  if (extra.length + names.length > 0)
    return {
      verdict: 'unverified',
      reasons: [
        ...extra.map((number) => `no passage has ${number} near the topic of the claim`),
        ...names.map((name) => `no passage names ${name}`),
      ],
      adds: true,
    };
  return isNear
    ? { verdict: 'supported', reasons: ['the clause says it'], adds: false }
    : { verdict: 'unverified', reasons: ['no clause says it'], adds: false };
}

/** A required fact at its place in the answer. A required fact is right, whatever the passages contain. */
export interface StatedFact {
  readonly start: number;
  readonly end: number;
  readonly wordings: readonly string[];
}

/** Maximum number of judged claims of one answer: the first ones. */
export const MOST_CLAIMS = 200;

/** All that the claims of one answer are compared with. */
interface Comparison {
  readonly evidence: ClaimEvidence;
  readonly clauses: readonly Clause[];
  readonly conflicts: readonly Conflict[];
  readonly facts: readonly StatedFact[];
  /** Folded texts of the passages and their documents. */
  readonly repeated: readonly string[];
  readonly known: KnownNames;
  readonly question: Numbers & { readonly text: string; readonly terms: ReturnType<typeof termsOf> };
  readonly shown: Shown;
  /** Without a right answer the sent or cited texts decide. */
  readonly isOpen: boolean;
}

function* comparisonOf(
  answer: string,
  evidence: ClaimEvidence,
  conflicts: readonly Conflict[],
  facts: readonly StatedFact[],
): Steps<Comparison> {
  const { question: text, gold, documents, rest } = evidence;
  const clauses = [
    ...(yield* clausesOfSources(gold, 0)),
    ...(yield* clausesOfSources(documents, 1)),
    ...(yield* clausesOfSources(rest, 2)),
  ];
  const own = [...gold, ...documents];
  const wordings = facts.flatMap((fact) => fact.wordings);
  return {
    evidence,
    clauses,
    conflicts,
    facts,
    repeated: own.map((source) => foldedText(source.text)),
    known: knownNames(
      [...own, ...rest].map((source) => source.text),
      [text, ...wordings],
    ),
    question: { values: valuesOf(text), days: datesOf(text), text, terms: termsOf(text) },
    shown: shownBy(
      answer,
      gold.map((source) => source.text),
    ),
    isOpen: gold.length === 0 && facts.length === 0,
  };
}

/** What contradicts a claim, in addition to the conflicts of the whole answer. */
function againstClaim(
  asked: Asked,
  nearest: { readonly clause: Clause; readonly like: number },
  { evidence, known, isOpen }: Comparison,
  isFact: boolean,
): string | undefined {
  const { text } = asked;
  return (
    (isFact ? undefined : changedIn(text, nearest.clause)) ??
    (isOpen && answersIn(asked, nearest.clause) ? turnedLimit(asked, nearest.clause) : undefined) ??
    otherOffice(text, nearest, addedOffices(text, known)) ??
    saidOfOthers(text, nearest, evidence)
  );
}

/** Judges one claim; undefined for a sentence that claims nothing. @param before the claim before it */
function judgedClaim(
  { start, end, text }: Saying,
  before: string | undefined,
  comparison: Comparison,
): JudgedClaim | undefined {
  const { evidence, clauses, conflicts, facts, repeated, known, question, shown } = comparison;
  // A verbatim repetition cannot contradict its own text.
  const isVerbatim = isRepeatedIn(text, repeated);
  const conflict = isVerbatim ? undefined : conflicts.find((other) => overlap(other, { start, end }));
  const own = facts.filter((fact) => overlap(fact, { start, end }));
  const values = valuesOf(withoutContacts(text));
  const isFact = own.length > 0;
  const given = [evidence.question, ...own.flatMap(({ wordings }) => wordings)].join('\n');
  const names = isVerbatim ? [] : addedNames(text, known, isFact);
  const isEmpty = values.length === 0 && names.length === 0;
  if (conflict === undefined && !isFact && isEmpty && NO_CLAIM.test(text)) return undefined;
  const asked: Asked = { text, terms: termsOf(text), values, question: question.terms };
  const nearest = nearestClause(asked, clauses, evidence.nearness);
  // A word for word comparison says more than the other rules.
  const changed = isVerbatim ? undefined : changedScope(text, clauses, evidence.question);
  const quote = changed?.clause.text ?? conflict?.clause ?? nearest?.clause.text ?? null;
  const common = { text, start, end, quote, documentId: (changed ?? nearest)?.clause.id ?? null };
  const against =
    changed?.reason ??
    conflict?.reason ??
    (isVerbatim || nearest === undefined ? undefined : againstClaim(asked, nearest, comparison, isFact));
  if (against !== undefined) return { ...common, verdict: 'contradicted', reasons: [against], adds: false };
  const extra = isVerbatim
    ? []
    : addedNumbers({ values, days: datesOf(text) }, text, clauses, {
        question: isFact ? { ...question, values: valuesOf(given), text: given } : question,
        shown: isFact ? { ...shown, days: [...shown.days, ...datesOf(given)] } : shown,
      });
  const invented =
    !isFact && !isVerbatim && inventsException(text, before, clauses, evidence.nearness)
      ? ['the exception that it makes']
      : [];
  const isNear = nearest !== undefined && (isFact || isVerbatim || nearest.like >= SUPPORTS);
  return { ...common, ...verdictOn([...extra, ...invented], names, isNear) };
}

/**
 * Compares each claim of an answer with the evidence, tier by tier. Only the deciding passages, the cited texts and their documents
 * contradict; a claim that is in no text is unverified.
 * @param conflicts contradictions, with their offsets in the answer
 * @param facts required facts that are stated: their offsets, and the stated wording
 */
export function* judgeClaims(
  answer: string,
  evidence: ClaimEvidence,
  conflicts: readonly Conflict[],
  facts: readonly StatedFact[],
): Steps<JudgedClaim[]> {
  const comparison = yield* comparisonOf(answer, evidence, conflicts, facts);
  const judged: JudgedClaim[] = [];
  for (const claim of splitClaims(answer).slice(0, MOST_CLAIMS)) {
    yield;
    const one = judgedClaim(claim, judged.at(-1)?.text, comparison);
    if (one !== undefined) judged.push(one);
  }
  return judged;
}
