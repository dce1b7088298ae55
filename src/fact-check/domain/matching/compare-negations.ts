import { Steps } from '../../../shared/domain/steps.js';
import { ClauseReading } from '../../../text/clauses/clause-reading.js';
import { Negation } from '../../../text/clauses/negations.js';
import { letters } from '../../../text/clauses/word-stem.js';
import { Word } from '../../../text/clauses/words.js';
import { Window } from './alignment.js';
import { Finding } from './finding.js';
import { wordSimilarity } from './word-similarity.js';
import { hasSyllable } from '../../../text/korean/hangul-syllable.js';

const SAME_WORD = 0.75;
/** Minimum letters of a stem that identify a Hangul word: one syllable with a final consonant. */
const MIN_LETTERS = 3;

type Form = Pick<Word, 'stem' | 'script' | 'letters'>;

function formOf(stem: string): Form {
  return {
    stem,
    script: /^[가-힣]/u.test(stem) ? 'hangul' : 'latin',
    letters: letters(stem),
  };
}

/** Whether a word is a form of a stem; inflections of Korean verbs start with its letters. */
function isForm(form: Form, word: Form): boolean {
  if (wordSimilarity(form, word) >= SAME_WORD) return true;
  return form.script === 'hangul' && form.letters.length >= MIN_LETTERS && word.letters.startsWith(form.letters);
}

/** A negation with the form of the negated stem, computed once for many comparisons. */
interface FormedNegation extends Negation {
  readonly form: Form;
}

interface Denying {
  readonly words: readonly Word[];
  readonly negations: readonly FormedNegation[];
}

function denying({ words, negations }: ClauseReading): Denying {
  return {
    words,
    negations: negations.map((negation) => ({
      ...negation,
      form: formOf(negation.stem),
    })),
  };
}

/**
 * For each occurrence of a word in a clause, whether a negation applies to it: a Korean negation applies to the nearest occurrence before
 * it, an English one to the nearest after it.
 */
function denials(reading: Denying, stem: Form): boolean[] {
  const places = reading.words.filter((word) => isForm(stem, word));
  const denied = new Set<number>();
  for (const negation of reading.negations) {
    if (negation.limits || negation.stem === '' || !isForm(stem, negation.form)) continue;
    const isKorean = /^[가-힣]/u.test(negation.stem);
    const nearest = isKorean
      ? places.filter((place) => place.start < negation.at).at(-1)
      : places.find((place) => place.start >= negation.at);
    const place = nearest ?? places.at(-1);
    if (place !== undefined) denied.add(place.start);
  }
  return places.map(({ start }) => denied.has(start));
}

/** Whether two texts negate a word differently: pairwise if they use it equally often, otherwise only if no use agrees. */
function differ(mine: readonly boolean[], theirs: readonly boolean[]): boolean {
  if (mine.length === 0 || theirs.length === 0) return false;
  if (mine.length === theirs.length) return mine.some((denied, i) => denied !== theirs[i]);
  return mine.every((denied) => theirs.every((other) => other !== denied));
}

/** Negations of one text whose word the other does not negate. */
function unmatched(mine: readonly FormedNegation[], theirs: readonly FormedNegation[]): FormedNegation[] {
  const left = [...theirs];
  return mine.filter((negation) => {
    const i = left.findIndex(({ form }) => isForm(form, negation.form) || isForm(negation.form, form));
    if (i >= 0) left.splice(i, 1);
    return i < 0;
  });
}

/** Whether the last words before the closing predicate are the same. */
function endAlike(claim: ClauseReading, evidence: ClauseReading): boolean {
  const mine = claim.words.slice(-3);
  const theirs = evidence.words.slice(-3);
  const shared = mine.filter((word) => theirs.some((other) => wordSimilarity(word, other) >= SAME_WORD));
  return mine.length > 0 && shared.length >= Math.min(2, mine.length);
}

/** Share of the claim's words in the clause from which on an additional negation is not a paraphrase. */
const VERBATIM = 0.95;
const SAME_LENGTH = 0.8;

/** Whether a clause is repeated word for word. A shorter claim may omit a negation of the other part, but not add one. */
function repeats(claim: ClauseReading, evidence: ClauseReading, coverage: number): 'whole' | 'part' | undefined {
  if (coverage < VERBATIM) return undefined;
  return claim.words.length >= SAME_LENGTH * evidence.words.length ? 'whole' : 'part';
}

/**
 * A part of a clause between semicolons is compared with its own part: a negation only in the other part does not apply to it. Commas do
 * not separate parts: on the labelled claims that rejected more right claims than wrong ones.
 */
function ofPart(negations: readonly FormedNegation[], claim: ClauseReading): FormedNegation[] {
  return negations.filter(({ form }) => claim.words.some((word) => isForm(form, word)));
}

const OBLIGES = /\b(?:must|shall|(?:has|have) to|(?:is|are) required to)\b(?! not\b)/iu;
const NEED_NOT = /\b(?:need(?:s)? not|needn['’]t|(?:do|does|did)(?: not|n['’]t) (?:need|have) to)\b/giu;
/** Minimum coverage of the claim by the clause for the same duty; the words of the duty itself may differ. */
const SAME_DUTY = 0.75;

/** Whether a claim says `need not have a time to live` and the clause says that it must: the claim lifts a duty, in any words. */
function liftsDuty(claim: ClauseReading, evidence: ClauseReading, coverage: number): boolean {
  if (coverage < SAME_DUTY || claim.text.search(NEED_NOT) < 0 || evidence.text.search(NEED_NOT) >= 0) return false;
  return OBLIGES.test(evidence.text) && !OBLIGES.test(claim.text.replace(NEED_NOT, ' '));
}

/**
 * Compares with one clause: a predicate that one side negates and the other affirms is a conflict, unless the other side negates it in
 * another way (`처리하지 않았다`, `처리한 것이 없다`), which is a separate negation. Yields between the negated words.
 */
export function* compareNegations(claim: ClauseReading, evidence: ClauseReading, window: Window): Steps<Finding[]> {
  const [clause] = window.clauses;
  const repeated = repeats(claim, evidence, window.coverage);
  const [claimed, given] = [denying(claim), denying(evidence)];
  const mine = claimed.negations.filter((n) => !n.limits);
  const others = given.negations.filter((n) => !n.limits);
  const theirs = repeated === 'part' && evidence.text.includes(';') ? ofPart(others, claim) : others;
  const onlyMine = unmatched(mine, theirs);
  const onlyTheirs = unmatched(theirs, mine);
  const stems = new Set([...mine, ...theirs].map(({ stem }) => stem).filter((stem) => stem !== ''));
  const conflict = (reason: string): Finding[] => [{ feature: 'negation', outcome: 'conflicts', reason, clause }];
  if (liftsDuty(claim, evidence, window.coverage)) return conflict('a duty is denied on one side only');
  const isOneSided = onlyMine.length === 0 || onlyTheirs.length === 0;
  for (const stem of isOneSided ? stems : []) {
    const form = formOf(stem);
    if (differ(denials(claimed, form), denials(given, form))) return conflict(`'${stem}' is denied on one side only`);
    yield;
  }
  if (repeated !== undefined && (mine.length > theirs.length || (repeated === 'whole' && mine.length < theirs.length)))
    return conflict('one side has an additional negation');
  const isLimit = [...claim.negations, ...evidence.negations].some((n) => n.limits);
  const isKorean = hasSyllable(claim.text) && hasSyllable(evidence.text);
  return isKorean && !isLimit && isOneSided && claim.endsNegated !== evidence.endsNegated && endAlike(claim, evidence)
    ? conflict('the closing predicate is denied on one side only')
    : [];
}
