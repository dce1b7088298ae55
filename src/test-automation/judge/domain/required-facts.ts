import { Bound } from '../../../text/values/bounds.js';
import { Word } from '../../../text/clauses/words.js';
import { hasHangul } from '../../../text/language.js';
import { memoize } from '../../../text/memoize.js';
import { TextSpan } from '../../../text/text-span.js';
import { resultForCase } from './case-results.js';
import { comparatorConflicts } from './comparators.js';
import { OTHER_RESULT } from './date-conflicts.js';
import { placesOf } from './literal.js';
import { isSameWord, isWordIn, nearestPhrase, Nearness, termsOf } from './meaning.js';
import { FactSetting, grantsIt, NEAR_CLAUSE, obliges, opposite, polarityOf, wantedPolarity } from './fact-polarity.js';
import {
  asksByDenial,
  asksYesOrNo,
  DISREGARDS,
  freesFrom,
  isDenial,
  isDeniedAt,
  isGrant,
  isObligation,
  leadingPolarity,
} from './polarity.js';
import { Saying, sayingsOf } from './readable-answer.js';
import { holdsName, isInLinkTarget, isName, isSaidOfOthers, repeatsQuestion } from './said-of-what.js';
import { isOtherValue, isSameValue, limitAt, saysWhole, Value, valuesAndDates, valuesOf } from './values.js';

/** A required fact with its state in an answer. */
export interface FactReading {
  readonly alternatives: readonly string[];
  readonly verdict: 'stated' | 'contradicted' | 'missing';
  /** Where it is stated or contradicted; offsets count in the answer. */
  readonly where: TextSpan | undefined;
  /** English sentences. */
  readonly reasons: readonly string[];
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

/** Whether a phrase is only a part of another value: `Room 204` of `Room 204B`, `9시` of `9시 반`. */
const isPartOfOther = (value: Value, end: number, wanted: readonly Value[]): boolean =>
  isOtherValue(value, wanted) || (/^(?:code|version)$/u.test(value.dimension) && value.end > end);

function literally(phrase: string, { text, sayings, values }: ReadableAnswer): Found[] {
  const wanted = valuesAndDates(phrase);
  return placesOf(phrase, text).flatMap((span) => {
    const i = sayings.findIndex(({ start, end }) => start <= span.start && span.start < end);
    const saying = sayings[i];
    if (saying === undefined) return [];
    const [start, end] = [span.start - saying.start, span.end - saying.start];
    const numbers = values[i]?.filter((value) => value.start < end && start < value.end) ?? [];
    const [number] = numbers;
    if (number?.denied === true || numbers.some((value) => isPartOfOther(value, end, wanted))) return [];
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
      .filter((value) => !value.denied && saysWhole(value, wanted))
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

const NAMES_NOBODY = /\b(?:nobody|no[- ]one|none of (?:us|you|them))\b[^,.;]*$|아무도[^,.;]*$/iu;

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
  const isNamed = isName(phrase);
  for (const saying of sayings) {
    if (isBefore && !SAYS_BEFORE.test(saying.text)) continue;
    if (WHOLE.test(phrase) && !WHOLE.test(saying.text)) continue;
    const span = { start: saying.start, end: saying.end };
    const found = { span, saying, start: 0, end: saying.text.length, bound: 'exact' as const };
    if (isGrant(phrase) && !grantsIt(phrase, saying.text)) continue;
    const across = hasHangul(phrase) !== hasHangul(saying.text);
    if (isNamed && !across) {
      if (holdsName(phrase, saying.text) && !isNamedToDeny(phrase, saying.text)) return found;
      if (nearestPhrase(phrase, saying.text, () => 0) > 0) return found;
      continue;
    }
    const isFew = wanted.length < 2 && words.length >= 2 && !hasHangul(phrase);
    const held = saying.text.toLowerCase();
    if (isFew && words.every((word) => new RegExp(String.raw`\b${word}(?!not\b|['’]t\b)`, 'u').test(held)))
      return found;
    if (isFew) continue;
    if (wanted.length > 0 && isHeld(wanted, termsOf(saying.text)) && !isNamedToDeny(phrase, saying.text)) return found;
    if (DISREGARDS.test(saying.text)) continue;
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

function comparatorReason(found: Found, bounds: readonly Bound[]): string | undefined {
  if (bounds.length === 0) return undefined;
  const said = { bound: found.bound, text: found.saying.text, start: found.start, end: found.end };
  const conflicts = bounds.filter((bound) => comparatorConflicts(said, bound));
  return conflicts.length === bounds.length
    ? `the limit is another one: ${found.bound.replace('_', ' ')}, not ${(bounds[0] ?? '').replace('_', ' ')}`
    : undefined;
}

function readPhrase(phrase: string, answer: ReadableAnswer, setting: FactSetting): readonly Found[] {
  const values = valuesAndDates(phrase);
  const literal = literally(phrase, answer).filter(
    ({ span, saying, start, end }) =>
      !isInLinkTarget(answer.text, span) &&
      (isDenial(phrase) ||
        !(
          isDeniedAt(saying.text, start, end) ||
          (isGrant(phrase) && NAMES_NOBODY.test(saying.text.slice(0, start))) ||
          isSaidOfOthers({ text: saying.text, start, end }, phrase, setting)
        )),
  );
  if (literal.length > 0) return literal;
  if (values.length === 0) {
    const inWords = isDenial(phrase) && termsOf(phrase).length === 0 ? undefined : byWords(phrase, answer, setting);
    const isDenied =
      inWords !== undefined &&
      !isDenial(phrase) &&
      (isNamedToDeny(phrase, inWords.saying.text) ||
        placesOf(phrase, inWords.saying.text).some((span) =>
          isSaidOfOthers({ ...span, text: inWords.saying.text }, phrase, setting),
        ));
    return inWords === undefined || isDenied || isDenial(phrase) ? [] : [inWords];
  }
  const isAbout = saysOfWhat(phrase, values, setting);
  const places = values.map((value) => byValue(value, answer).filter((place) => isAbout(place.saying.text)));
  return places.every((place) => place.length > 0) ? (places[0] ?? []) : [];
}

/** The words of a fact next to its number (`1년 단위`, `연속 3회`) have to be in the answer or in the question. */
function saysOfWhat(
  phrase: string,
  values: readonly Value[],
  { question, nearness }: FactSetting,
): (saying: string) => boolean {
  const rest = values.reduceRight((text, { start, end }) => `${text.slice(0, start)} ${text.slice(end)}`, phrase);
  const wanted = termsOf(rest).filter(({ text }) => text.length >= 2);
  if (wanted.length === 0) return () => true;
  const asked = termsOf(question);
  const isSaid = (saying: string): boolean => {
    const held = [...termsOf(saying), ...asked];
    return wanted.some(
      (word) =>
        held.some((other) => isSameWord(word, other)) || nearestPhrase(word.text, saying, nearness) >= NEAR_REST,
    );
  };
  // One sentence can contain many of the values.
  return memoize(values.length, isSaid);
}

function isNamedToDeny(phrase: string, saying: string): boolean {
  return placesOf(phrase, saying).some(({ start, end }) => isDeniedAt(saying, start, end));
}

/** Whether an answer states a required fact, in these or other words, in either language, or contradicts it. */
export function readFact(alternatives: readonly string[], text: string, setting: FactSetting): FactReading {
  if (repeatsQuestion(text, setting.question))
    return { alternatives, verdict: 'missing', where: undefined, reasons: ['it only repeats the question'] };
  const sayings = sayingsOf(text);
  const answer: ReadableAnswer = { text, sayings, values: sayings.map((saying) => valuesAndDates(saying.text)) };
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
  const result = resultForCase(alternatives, text, setting);
  if (result !== undefined) {
    const reasons = result.verdict === 'contradicted' ? [OTHER_RESULT] : [];
    return { alternatives, verdict: result.verdict, where: result.where, reasons };
  }
  const [first] = sayings;
  const whole = first && { start: first.start, end: first.end };
  // A yes does not say which value it is.
  const hasValue = alternatives.every((phrase) => valuesAndDates(phrase).length > 0);
  if (!hasValue && alternatives.some(isObligation) && obliges(text, alternatives, setting))
    return { alternatives, verdict: 'stated', where: whole, reasons: [] };
  if (wanted === undefined) return { alternatives, verdict: 'missing', where: undefined, reasons: [] };
  const said = polarityOf(alternatives, text, setting);
  if (said === undefined || (hasValue && said === wanted))
    return { alternatives, verdict: 'missing', where: undefined, reasons: [] };
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
