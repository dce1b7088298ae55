import { Bound } from '../../../text/quantities/bounds.js';
import { Word } from '../../../text/clauses/words.js';
import { hasHangul } from '../../../text/language.js';
import { TextSpan } from '../../../text/text-span.js';
import { comparatorConflicts } from './comparators.js';
import { placesOf } from './literal.js';
import { isSameWord, isWordIn, nearestPhrase, Nearness, termsOf } from './meaning.js';
import {
  asksByDenial,
  asksYesOrNo,
  clausePolarity,
  clausesOf,
  freesFrom,
  freesInClause,
  isObligation,
  isDenial,
  isGrant,
  leadingPolarity,
  polaritiesOf,
  Polarity,
  DISREGARDS,
  isDeniedAt,
} from './polarity.js';
import { Saying, sayingsOf } from './readable-answer.js';
import { isSameValue, limitAt, Value, valuesOf } from './values.js';
import { modality } from '../../../text/clauses/clause-reading.js';

/** A required fact with its state in an answer. */
export interface FactReading {
  readonly alternatives: readonly string[];
  readonly verdict: 'stated' | 'contradicted' | 'missing';
  /** Where it is stated or contradicted; offsets count in the answer. */
  readonly where: TextSpan | undefined;
  /** English sentences. */
  readonly reasons: readonly string[];
}

/** The context in which a fact is read. */
export interface FactSetting {
  readonly question: string;
  /** The passages that support the right answer. */
  readonly gold: readonly string[];
  readonly nearness: Nearness;
}

/** A phrase of another language with this similarity has the same meaning. */
const NEAR_ACROSS = 0.6;
/** Within a language vectors of related words are similar as well. */
const NEAR_WITHIN = 0.8;
/** The words next to a number may differ more. */
const NEAR_REST = 0.45;

interface ReadableAnswer {
  readonly text: string;
  readonly sayings: readonly Saying[];
  readonly values: readonly (readonly Value[])[];
}

interface Found {
  readonly span: TextSpan;
  readonly saying: Saying;
  /** Offsets in the sentence. */
  readonly start: number;
  readonly end: number;
  readonly bound: Bound;
}

function literally(phrase: string, { text, sayings, values }: ReadableAnswer): Found[] {
  return placesOf(phrase, text).flatMap((span) => {
    const i = sayings.findIndex(({ start, end }) => start <= span.start && span.start < end);
    const saying = sayings[i];
    if (saying === undefined) return [];
    const [start, end] = [span.start - saying.start, span.end - saying.start];
    const number = values[i]?.find((value) => value.start < end && start < value.end);
    if (number?.denied === true) return [];
    return [{ span, saying, start, end, bound: boundOfPhrase(saying.text, start, end, number) }];
  });
}

/** A number's own comparator follows its unit, which the phrase may omit. */
function boundOfPhrase(text: string, start: number, end: number, number: Value | undefined): Bound {
  const bound = limitAt(text, start, end);
  return bound === 'exact' && number !== undefined ? number.bound : bound;
}

/** The number of a fact in other words: `2년` equals `두 해` and `two years`. */
function byValue(wanted: Value, { sayings, values }: ReadableAnswer): Found[] {
  return sayings.flatMap((saying, i) =>
    (values[i] ?? [])
      .filter((value) => !value.denied && isSameValue(value, wanted))
      .map(({ start, end, bound }) => ({
        span: { start: saying.start + start, end: saying.start + end },
        saying,
        start,
        end,
        bound,
      })),
  );
}

/** Comparators of the passages for a phrase, or for its number. */
function goldBounds(phrase: string, wanted: readonly Value[], gold: readonly string[]): Bound[] {
  const literal = gold.flatMap((text) => placesOf(phrase, text).map(({ start, end }) => limitAt(text, start, end)));
  const byNumber = gold.flatMap((text) =>
    sayingsOf(text).flatMap((saying) =>
      valuesOf(saying.text)
        .filter((value) => wanted.some((w) => isSameValue(value, w)))
        .map(({ bound }) => bound),
    ),
  );
  const bounds = [...literal, ...byNumber].filter((bound) => bound !== 'exact');
  return bounds;
}

const BEFORE = /(?:이전|전|전까지|전에)$|^before\b|\bbefore$/iu;
const SAYS_BEFORE = /전(?:에|까지|이|일|으로|,|\s|\.|$)|이전|앞서|\bbefore\b|\bprior\b|\bahead\b|\bin advance\b/iu;

const isHeld = (wanted: readonly Word[], held: readonly Word[]): boolean =>
  wanted.every((word) => held.some((other) => isWordIn(word, other)));

/** `모든 과목`, `전 과목`: without the word for "all" the meaning is weaker. */
const WHOLE = /(?:^|\s)(?:전|모든|온)\s|전체|전부|모두|\b(?:all|every|entire|whole)\b/iu;

/** A fact in words: all of them in one sentence, in any form or language. */
function byWords(phrase: string, { sayings }: ReadableAnswer, { nearness, gold }: FactSetting): Found | undefined {
  const wanted = termsOf(phrase);
  // `before` alone: defines the side of the event.
  if (wanted.length === 0 && BEFORE.test(phrase.trim())) return saysBefore(sayings, gold, nearness);
  const words = phrase.toLowerCase().match(/[a-z']+/gu) ?? [];
  const isBefore = BEFORE.test(phrase.trim());
  for (const saying of sayings) {
    if (isBefore && !SAYS_BEFORE.test(saying.text)) continue;
    if (WHOLE.test(phrase) && !WHOLE.test(saying.text)) continue;
    const span = { start: saying.start, end: saying.end };
    const found = { span, saying, start: 0, end: saying.text.length, bound: 'exact' as const };
    const isFew = wanted.length < 2 && words.length >= 2 && !hasHangul(phrase);
    const held = saying.text.toLowerCase();
    if (isFew && words.every((word) => new RegExp(String.raw`\b${word}`, 'u').test(held))) return found;
    if (isFew) continue;
    if (wanted.length > 0 && isHeld(wanted, termsOf(saying.text)) && !isNamedToDeny(phrase, saying.text)) return found;
    if (DISREGARDS.test(saying.text)) continue;
    const across = hasHangul(phrase) !== hasHangul(saying.text);
    if (wanted.length > 0 && nearestPhrase(phrase, saying.text, nearness) >= (across ? NEAR_ACROSS : NEAR_WITHIN))
      return found;
  }
  return undefined;
}

/** A sentence that puts something before an event, and has the topic of the passages. */
function saysBefore(sayings: readonly Saying[], gold: readonly string[], nearness: Nearness): Found | undefined {
  const saying = sayings.find(
    ({ text }) =>
      SAYS_BEFORE.test(text) &&
      gold.some((passage) => sayingsOf(passage).some((clause) => nearness(text, clause.text) >= NEAR_CLAUSE)),
  );
  if (saying === undefined) return undefined;
  const { start, end, text } = saying;
  return { span: { start, end }, saying, start: 0, end: text.length, bound: 'exact' };
}

const opposite = (polarity: Polarity): Polarity => (polarity === 'positive' ? 'negative' : 'positive');

/** What yes and no mean for a fact: a negated question swaps them. */
function polarityOf(alternatives: readonly string[], answer: string, setting: FactSetting): Polarity | undefined {
  const { question, gold } = setting;
  const lead = asksYesOrNo(question) ? leadingPolarity(answer) : undefined;
  if (lead !== undefined && !asksByDenial(question)) return lead;
  const ownTopics = alternatives.filter((phrase) => termsOf(phrase).length > 0);
  const asked = termsOf(question);
  const shared = gold.flatMap((text) => termsOf(text)).filter((word) => asked.some((other) => isSameWord(word, other)));
  const own = polaritiesOf(answer, ownTopics);
  if (own.length === 0 && gold.length > 0 && hasHangul(answer) !== hasHangul(gold.join(' ')))
    return polarityAcross(answer, gold, setting.nearness);
  const said = own.length > 0 ? own : polaritiesOf(answer, [shared.map(({ text }) => text).join(' ')]);
  if (said.length === 0) return undefined;
  return said.includes('negative') ? 'negative' : 'positive';
}

/** A clause of the other language with this similarity to the passages has the same topic. */
const NEAR_CLAUSE = 0.25;

function polarityAcross(answer: string, gold: readonly string[], nearness: Nearness): Polarity | undefined {
  const said = sayingsOf(answer)
    .flatMap(({ text }) => clausesOf(text))
    .filter((clause) => gold.some((text) => nearness(clause, text) >= NEAR_CLAUSE))
    .flatMap((clause) => clausePolarity(clause) ?? []);
  if (said.length === 0) return undefined;
  return said.includes('negative') ? 'negative' : 'positive';
}

/** Whether an answer states the obligation of a fact: by its yes, or in a clause about it. */
function obliges(answer: string, alternatives: readonly string[], { question }: FactSetting): boolean {
  if (asksYesOrNo(question) && !asksByDenial(question) && leadingPolarity(answer) === 'positive') return true;
  const wanted = [...alternatives, question].flatMap((text) => termsOf(text));
  return sayingsOf(answer)
    .flatMap(({ text }) => clausesOf(text))
    .some(
      (clause) =>
        modality(clause) === 'must' &&
        !freesInClause(clause) &&
        termsOf(clause).some((word) => wanted.some((other) => isSameWord(word, other))),
    );
}

/** The polarity of a fact that is only a grant or a denial in several wordings. */
function wantedPolarity(alternatives: readonly string[]): Polarity | undefined {
  const denials = alternatives.filter(isDenial).length;
  if (2 * denials >= alternatives.length && denials > 0) return 'negative';
  return alternatives.some(isGrant) ? 'positive' : undefined;
}

function comparatorReason(found: Found, bounds: readonly Bound[]): string | undefined {
  if (bounds.length === 0) return undefined;
  const said = { bound: found.bound, text: found.saying.text, start: found.start, end: found.end };
  const conflicts = bounds.filter((bound) => comparatorConflicts(said, bound));
  return conflicts.length === bounds.length
    ? `the limit is another one: ${found.bound.replace('_', ' ')}, not ${(bounds[0] ?? '').replace('_', ' ')}`
    : undefined;
}

function readPhrase(phrase: string, answer: ReadableAnswer, setting: FactSetting): readonly Found[] {
  const values = valuesOf(phrase);
  const literal = literally(phrase, answer).filter(
    ({ saying, start, end }) => isDenial(phrase) || !isDeniedAt(saying.text, start, end),
  );
  if (literal.length > 0) return literal;
  if (values.length === 0) {
    const inWords = isDenial(phrase) && termsOf(phrase).length === 0 ? undefined : byWords(phrase, answer, setting);
    const isDenied = inWords !== undefined && !isDenial(phrase) && isNamedToDeny(phrase, inWords.saying.text);
    return inWords === undefined || isDenied || isDenial(phrase) ? [] : [inWords];
  }
  const places = values.map((value) =>
    byValue(value, answer).filter((place) => saysOfWhat(phrase, values, place.saying.text, setting)),
  );
  return places.every((place) => place.length > 0) ? (places[0] ?? []) : [];
}

/** The words of a fact next to its number (`1년 단위`, `연속 3회`) have to be in the answer or in the question. */
function saysOfWhat(
  phrase: string,
  values: readonly Value[],
  saying: string,
  { question, nearness }: FactSetting,
): boolean {
  const rest = values.reduceRight((text, { start, end }) => `${text.slice(0, start)} ${text.slice(end)}`, phrase);
  const wanted = termsOf(rest).filter(({ text }) => text.length >= 2);
  const held = [...termsOf(saying), ...termsOf(question)];
  return (
    wanted.length === 0 ||
    wanted.some(
      (word) =>
        held.some((other) => isSameWord(word, other)) || nearestPhrase(word.text, saying, nearness) >= NEAR_REST,
    )
  );
}

function isNamedToDeny(phrase: string, saying: string): boolean {
  return placesOf(phrase, saying).some(({ start, end }) => isDeniedAt(saying, start, end));
}

/** Whether an answer states a required fact, in these or other words, in either language, or contradicts it. */
export function readFact(alternatives: readonly string[], text: string, setting: FactSetting): FactReading {
  const sayings = sayingsOf(text);
  const answer: ReadableAnswer = { text, sayings, values: sayings.map((saying) => valuesOf(saying.text)) };
  const wanted = wantedPolarity(alternatives);
  const lead = asksYesOrNo(setting.question) && !asksByDenial(setting.question) ? leadingPolarity(text) : undefined;
  if (alternatives.some(isObligation) && freesFrom(text, alternatives, lead)) {
    const reasons = ['it frees from what the documents oblige to'];
    const [first] = sayings;
    return { alternatives, verdict: 'contradicted', where: first && { start: first.start, end: first.end }, reasons };
  }
  const bounds = alternatives.flatMap((phrase) => goldBounds(phrase, valuesOf(phrase), setting.gold));
  const places = alternatives.flatMap((phrase) =>
    readPhrase(phrase, answer, setting).map((place) => ({ place, phrase, reason: comparatorReason(place, bounds) })),
  );
  const agreed = places.find(({ place, reason }) => reason === undefined && bounds.includes(place.bound));
  const conflict = agreed === undefined ? places.find(({ reason }) => reason !== undefined) : undefined;
  if (conflict?.reason !== undefined)
    return { alternatives, verdict: 'contradicted', where: conflict.place.span, reasons: [conflict.reason] };
  const isOverruled = (phrase: string): boolean =>
    wanted !== undefined && lead === opposite(wanted) && termsOf(phrase).length <= 1;
  const stated = agreed ?? places.find(({ phrase }) => !isOverruled(phrase));
  if (stated !== undefined) return { alternatives, verdict: 'stated', where: stated.place.span, reasons: [] };
  const [first] = sayings;
  const whole = first && { start: first.start, end: first.end };
  if (alternatives.some(isObligation) && obliges(text, alternatives, setting))
    return { alternatives, verdict: 'stated', where: whole, reasons: [] };
  if (wanted === undefined) return { alternatives, verdict: 'missing', where: undefined, reasons: [] };
  const said = polarityOf(alternatives, text, setting);
  if (said === undefined) return { alternatives, verdict: 'missing', where: undefined, reasons: [] };
  const where = whole;
  return said === wanted
    ? { alternatives, verdict: 'stated', where, reasons: [] }
    : {
        alternatives,
        verdict: 'contradicted',
        where,
        reasons: [
          `it ${said === 'positive' ? 'grants' : 'denies'} what the documents ${said === 'positive' ? 'deny' : 'grant'}`,
        ],
      };
}
