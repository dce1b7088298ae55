import { hasHangul } from '../../../text/language.js';
import { Conflict, ConflictSetting, spanOf } from './conflict.js';
import { dateConflicts } from './date-conflicts.js';
import { dayPlaceConflicts, eventSideConflicts, sideConflicts } from './event-sides.js';
import { isSameWord, Nearness, sharesIdea, termsOf } from './meaning.js';
import { pairConflicts } from './pair-conflicts.js';
import { clausePolarity, clausesOf } from './polarity.js';
import { rateConflicts } from './rate-conflicts.js';
import { sayingsOf } from './readable-answer.js';
import { peopleConflicts, roleConflicts } from './said-of-others.js';
import {
  disregardConflicts,
  exceptionConflicts,
  freedConflicts,
  onlyConflicts,
  sanctionConflicts,
} from './scope-conflicts.js';
import { datesOf, isSameValue, valuesOf } from './values.js';
import { exampleNumbers, followsFrom } from './worked-out.js';

/* ---------------------------------------------------------------- the start of a term */

const KOREAN_START =
  /([가-힣A-Za-z0-9·’'() ]{2,40}?)\s?(?:날|때|일자|시점)?\s?(?:으?로부터|부터|에서부터)\s?(?=[^.]{0,12}?\d|[^.]{0,8}?(?:한|두|세|네|다섯|열)\s?(?:달|주|해|날)|셉|계산|기산|셈|따[지져집])/gu;
const KOREAN_AFTER = /([가-힣·' ]{2,30}?)\s?(?:후|이후|뒤)\s?(?=\d)/gu;
const ENGLISH_START =
  /\b(?:from|after|since|following|(?:hours?|days?|weeks?|months?|years?|minutes?)\s+of)\s+((?:the |your |its |being |you )?[a-z][a-z' -]{2,60})/giu;
/** Words of a starting point that name no event. */
const NO_EVENT = new Set(
  '날 때 일 시점 경우 다음 이후 그날 당일 오늘 해당 사유 day date time moment point that this it them then date week month year end start beginning period one job leave'.split(
    ' ',
  ),
);
const NEAR_EVENT = 0.5;
/** Whole events that share most of their words are more similar. */
const NEAR_WHOLE = 0.75;

function startsIn(text: string): { readonly event: string; readonly at: number }[] {
  const found: { event: string; at: number }[] = [];
  for (const pattern of [KOREAN_START, KOREAN_AFTER, ENGLISH_START])
    for (const match of text.matchAll(pattern)) found.push({ event: match[1] ?? '', at: match.index });
  return found.filter(({ event }) => eventWords(event).length > 0);
}

const eventWords = (event: string) =>
  termsOf(event).filter(({ stem, text }) => !NO_EVENT.has(stem) && !NO_EVENT.has(text) && stem.length >= 2);

const namesOf = (event: string): string =>
  eventWords(event)
    .map(({ text }) => text)
    .join(' ');

/** The words that two events do not share decide whether they are the same. */
function isSameEvent(event: string, other: string, nearness: Nearness): boolean {
  const [mine, theirs] = [eventWords(event), eventWords(other)];
  const left = (own: typeof mine, rest: typeof mine) =>
    own
      .filter((word) => !rest.some((one) => isSameWord(word, one)))
      .map(({ text }) => text)
      .join(' ');
  const [onlyMine, onlyTheirs] = [left(mine, theirs), left(theirs, mine)];
  if (onlyMine === '' && mine.length > 0) return true;
  const isSameEnd = [ENDS, BEGINS].every((end) => end.test(event) === end.test(other));
  if (onlyTheirs === '' && theirs.length > 0 && isSameEnd) return true;
  if (sharesIdea(event, other)) return true;
  return (
    nearness(onlyMine, onlyTheirs === '' ? other : onlyTheirs) >= NEAR_EVENT ||
    nearness(namesOf(event), namesOf(other)) >= NEAR_WHOLE
  );
}

const ENDS = /끝|종료|마지막|최종|만료|\b(?:end|ends|ended|final|last)\b/iu;
const BEGINS = /시작|개시|첫|최초|개강|\b(?:start|starts|started|first|begin|begins|beginning)\b/iu;

/** `시작일부터` for `종료일부터`. */
const isOtherEnd = (event: string, known: string): boolean =>
  (ENDS.test(event) && BEGINS.test(known) && !ENDS.test(known)) ||
  (BEGINS.test(event) && ENDS.test(known) && !BEGINS.test(known));

/** The answer counts a term from another event than the passages: `승인일부터 14일` for `게시일로부터 14일`. */
export function startConflicts(answer: string, { gold, question, nearness }: ConflictSetting): Conflict[] {
  const known = termsOf(`${gold.join('\n')}\n${question}`);
  const goldStarts = gold.flatMap((text) =>
    sayingsOf(text).flatMap((saying) => startsIn(saying.text).map(({ event }) => ({ event, clause: saying.text }))),
  );
  const decided =
    goldStarts.length > 0 || gold.some((text) => valuesOf(text).some(({ dimension }) => dimension === 'time'));
  if (!decided || (goldStarts.length === 0 && !gold.some((text) => /(?:후|이내|경과|종료)/u.test(text)))) return [];
  const clause = goldStarts[0]?.clause ?? gold[0] ?? '';
  return sayingsOf(answer).flatMap((saying) =>
    startsIn(saying.text).flatMap(({ event, at }) => {
      const isDenied = /(?:\bnot|아니라)\s*$/u.test(saying.text.slice(Math.max(0, at - 8), at));
      const hasTerm = valuesOf(saying.text).some(({ dimension }) => dimension === 'time' || dimension === 'month');
      const across = hasHangul(event) !== hasHangul(gold.join(' '));
      const words = eventWords(event);
      const held = words.filter((word) => known.some((other) => isSameWord(word, other))).length;
      const isTurned = goldStarts.length > 0 && goldStarts.every((other) => isOtherEnd(event, other.event));
      const isSameEnd = goldStarts.some((other) =>
        [ENDS, BEGINS].some((end) => end.test(event) && end.test(other.event)),
      );
      const isSame = goldStarts.some((other) => isSameEvent(event, other.event, nearness));
      const isKnown =
        (isSame ||
          (held >= words.length / 2 && (goldStarts.length === 0 || held === words.length)) ||
          (isSameEnd && held > 0)) &&
        !isTurned;
      // Across languages words do not distinguish events.
      if (isDenied || isKnown || (across && !isTurned) || !hasTerm || datesOf(event).length > 0) return [];
      return [{ ...spanOf(saying), clause, reason: `the term is counted from another event: ${event.trim()}` }];
    }),
  );
}

/* ---------------------------------------------------------------- days of work and days of the calendar */

const WORKING = /(?:business|working)\s+days?|영업일|근무일|평일 기준/iu;
const CALENDAR =
  /calendar\s+days?|달력|역일|(?:주말|휴일|공휴일)(?:도|을|까지)?\s?(?:포함|합)|including (?:weekends|holidays)/iu;

/** Working days are not calendar days. */
export function dayConflicts(answer: string, { gold }: ConflictSetting): Conflict[] {
  const clause = gold.find((text) => WORKING.test(text));
  if (clause === undefined) return [];
  return sayingsOf(answer)
    .filter(({ text }) => CALENDAR.test(text) && !/\bnot\b|아니|아닌/u.test(text))
    .map((saying) => ({ ...spanOf(saying), clause, reason: 'the passages count working days' }));
}

/* ---------------------------------------------------------------- what was repealed */

const REPEALED = /<\s?삭제|\(삭제|삭제\s?[<(]|\[삭제|폐지(?:한다|하였|됨)|\b(?:repealed|deleted)\b/u;
const SAYS_REPEALED = /삭제|폐지|없어[졌진]|더 이상|\b(?:repealed|deleted|no longer|removed)\b/iu;

/** The answer gives an item as valid that the passages mark as deleted. */
export function repealConflicts(answer: string, { gold, question }: ConflictSetting): Conflict[] {
  const asked = termsOf(question);
  return gold
    .flatMap((text) => text.split('\n'))
    .flatMap((line) => {
      if (!REPEALED.test(line)) return [];
      const before = line.split(/[<([]\s?삭제|삭제\s?[<(]/u)[0] ?? '';
      const label = termsOf(before).filter((word) => !asked.some((other) => isSameWord(word, other)));
      if (label.length === 0 || before.length > 60) return [];
      return sayingsOf(answer)
        .filter(
          ({ text }) =>
            !SAYS_REPEALED.test(text) && label.every((word) => termsOf(text).some((other) => other.stem === word.stem)),
        )
        .map((saying) => ({ ...spanOf(saying), clause: line, reason: 'the passages mark it as deleted' }));
    });
}

/* ---------------------------------------------------------------- one at a time */

const PORTION =
  /(?:(학기|학년|개월|년|월|주|일|시간|회|과목)\s?단위|\d\s?(학기|학년|개월|년|주|일|시간|회|과목)\s?씩)/gu;
const portionsOf = (text: string): string[] => [...text.matchAll(PORTION)].map((match) => match[1] ?? match[2] ?? '');

/** `1년씩 두 번` although the passages count by semesters. */
export function portionConflicts(answer: string, { gold }: ConflictSetting): Conflict[] {
  const clause = gold.find((text) => portionsOf(text).length > 0);
  if (clause === undefined) return [];
  const known = gold.flatMap(portionsOf);
  return sayingsOf(answer)
    .filter(({ text }) => portionsOf(text).some((portion) => !known.includes(portion)))
    .map((saying) => ({ ...spanOf(saying), clause, reason: 'the passages count by another portion' }));
}

/* ---------------------------------------------------------------- beyond a limit */

const TOTALS = /합쳐|합하|모두|총|통산|최대|까지|altogether|in total|overall|at most|up to|maximum/iu;

/** The answer exceeds a maximum of the passages. */
export function limitConflicts(answer: string, { gold, question }: ConflictSetting): Conflict[] {
  const values = gold.flatMap((text) =>
    sayingsOf(text).flatMap((saying) => valuesOf(saying.text).map((value) => ({ value, clause: saying.text }))),
  );
  const limits = values.filter(
    ({ value, clause }) =>
      value.bound === 'at_most' && /cannot exceed|not exceed|초과(?:하지|할 수)|넘(?:지|을 수)/iu.test(clause),
  );
  const asked = valuesOf(question);
  if (limits.length === 0) return [];
  return sayingsOf(answer).flatMap((saying) =>
    valuesOf(saying.text).flatMap((value) => {
      if (!TOTALS.test(saying.text) || value.denied) return [];
      if ([...values.map((v) => v.value), ...asked].some((other) => isSameValue(other, value))) return [];
      if (
        exampleNumbers(
          valuesOf(saying.text),
          values.map((v) => v.value),
        ).size > 0
      )
        return [];
      if (
        followsFrom(
          value,
          asked,
          values.map((v) => v.value),
        )
      )
        return [];
      const limit = limits.find(
        (l) => l.value.dimension === value.dimension && value.kind === 'unit' && value.value > l.value.value,
      );
      return limit === undefined
        ? []
        : [{ ...spanOf(saying), clause: limit.clause, reason: 'it goes beyond the limit of the passages' }];
    }),
  );
}

/* ---------------------------------------------------------------- denied and granted */

const CONDITION = /경우|때(?:에|는|$)|(?:으|하|되|이)?면(?:\s|$)|\b(?:if|when|unless|where|should)\b/iu;

/** `다만, …에서는 그러하지 아니하다`: turns the preceding denial into a grant. */
const TURNS_RULE = /그러하지\s?아니|그렇지\s?않/u;

/** A clause grants what a clause of the passages about the same topic denies, unless the question names that topic. */
export function denialConflicts(answer: string, { gold, question }: ConflictSetting): Conflict[] {
  const asked = termsOf(question);
  const isNew = (word: ReturnType<typeof termsOf>[number]): boolean => !asked.some((other) => isSameWord(word, other));
  const clauses = gold
    .flatMap((text) => sayingsOf(text).flatMap((saying) => clausesOf(saying.text)))
    .map((clause) => ({
      clause,
      polarity: TURNS_RULE.test(clause) ? ('positive' as const) : clausePolarity(clause),
      words: termsOf(clause).filter(isNew),
    }))
    .filter(({ words, polarity, clause }) => words.length > 0 && polarity !== undefined && !CONDITION.test(clause));
  return sayingsOf(answer).flatMap((saying) =>
    clausesOf(saying.text).flatMap((part) => {
      const said = clausePolarity(part) ?? 'positive';
      const held = termsOf(part);
      const about = clauses
        .map((c) => ({ ...c, shared: c.words.filter((word) => held.some((other) => isSameWord(word, other))).length }))
        .filter(({ shared }) => shared > 0)
        .sort((a, b) => b.shared - a.shared);
      const [best] = about;
      if (best === undefined || about.some((c) => c.shared === best.shared && c.polarity === said)) return [];
      if (best.polarity !== 'negative' || said !== 'positive' || valuesOf(part).length > 0) return [];
      return [{ ...spanOf(saying), clause: best.clause, reason: 'the passages deny it' }];
    }),
  );
}

/** All contradictions between an answer and the deciding passages. */
export function findConflicts(answer: string, setting: ConflictSetting): Conflict[] {
  if (setting.gold.length === 0) return [];
  return [
    startConflicts,
    sideConflicts,
    eventSideConflicts,
    dayPlaceConflicts,
    dayConflicts,
    repealConflicts,
    pairConflicts,
    portionConflicts,
    rateConflicts,
    limitConflicts,
    denialConflicts,
    peopleConflicts,
    roleConflicts,
    exceptionConflicts,
    onlyConflicts,
    disregardConflicts,
    freedConflicts,
    sanctionConflicts,
    dateConflicts,
  ].flatMap((find) => find(answer, setting));
}
