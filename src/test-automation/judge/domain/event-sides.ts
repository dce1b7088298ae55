import { sideOfEvent } from './comparators.js';
import { Conflict, ConflictSetting, spanOf } from './conflict.js';
import { isSameWord, termsOf } from './meaning.js';
import { sayingsOf } from './readable-answer.js';
import { isSameValue, valuesOf } from './values.js';

/** The term is on the other side of its event: `개강 후 10일` for `개강 10일 전`. */
export function sideConflicts(answer: string, { gold }: ConflictSetting): Conflict[] {
  const rules = gold.flatMap((text) =>
    sayingsOf(text).flatMap(({ text: clause }) =>
      valuesOf(clause).flatMap((value) => {
        const side = sideOfEvent(clause, value);
        return side === undefined ? [] : [{ value, side, clause }];
      }),
    ),
  );
  if (rules.length === 0) return [];
  return sayingsOf(answer).flatMap((saying) =>
    valuesOf(saying.text).flatMap((value) => {
      const side = sideOfEvent(saying.text, value);
      const own = rules.filter((rule) => isSameValue(rule.value, value));
      if (side === undefined || own.length === 0 || own.some((rule) => rule.side === side)) return [];
      return [
        { ...spanOf(saying), clause: own[0]?.clause ?? '', reason: 'the term is on the other side of the event' },
      ];
    }),
  );
}

type Side = 'before' | 'after';

const EVENT_SIDES: readonly (readonly [side: Side, pattern: RegExp])[] = [
  ['before', /([가-힣]{2,12})\s?(?:하|되|받|이|오|가|나)?기\s?전/gu],
  ['after', /([가-힣]{2,12})\s?(?:한|된|받은|난|온|간|은)\s?(?:후|뒤|다음)(?=[에,\s.])/gu],
  ['before', /\b(?:before|prior to)\s+((?:\w+\s){0,4}\w+)/giu],
  ['after', /\b(?:after|once|as soon as|following)\s+((?:\w+\s){0,4}\w+)/giu],
];

/** Events without a number next to them, each with its side: `before anything is booked`. */
function eventSides(text: string): { readonly side: Side; readonly event: string }[] {
  return EVENT_SIDES.flatMap(([side, pattern]) =>
    [...text.matchAll(pattern)].map((match) => ({ side, event: match[1] ?? '' })),
  ).filter(({ event }) => !/\d/u.test(event) && termsOf(event).length > 0);
}

/** Something is to be done on the other side of an event: `예약한 후에` for `예약하기 전에`. */
export function eventSideConflicts(answer: string, { gold }: ConflictSetting): Conflict[] {
  const rules = gold.flatMap((text) =>
    sayingsOf(text).flatMap((saying) => eventSides(saying.text).map((one) => ({ ...one, clause: saying.text }))),
  );
  if (rules.length === 0) return [];
  return sayingsOf(answer).flatMap((saying) =>
    eventSides(saying.text).flatMap(({ side, event }) => {
      const words = termsOf(event);
      const same = rules.filter((rule) =>
        termsOf(rule.event).some((word) => words.some((other) => isSameWord(word, other))),
      );
      const [first] = same;
      return first === undefined || same.some((rule) => rule.side === side)
        ? []
        : [{ ...spanOf(saying), clause: first.clause, reason: `it is to be done ${first.side} the event` }];
    }),
  );
}

/** Days named relative to the event. */
const DAY_PLACES: readonly (readonly [place: string, pattern: RegExp])[] = [
  ['same day', /당일|그날|바로 그 날|같은 날|\b(?:on )?the (?:same|very) day\b|\bthat (?:same )?day\b/iu],
  ['day before', /전날|하루 전|1일 전|\bthe (?:day|night) before\b|\b(?:a|one) day (?:before|earlier|in advance)\b/iu],
  [
    'day after',
    /다음\s?날|이튿날|익일|하루 (?:뒤|후)|1일 (?:뒤|후)|\bthe (?:next|following) day\b|\bthe day after\b|\b(?:a|one) day (?:later|after)\b/iu,
  ],
];

const placesOfDay = (text: string): string[] =>
  DAY_PLACES.filter(([, pattern]) => pattern.test(text)).map(([place]) => place);

/** `전날 22시까지` for `당일 22시까지`. */
export function dayPlaceConflicts(answer: string, { gold }: ConflictSetting): Conflict[] {
  const clause = gold.find((text) => placesOfDay(text).length > 0);
  if (clause === undefined) return [];
  const known = gold.flatMap(placesOfDay);
  return sayingsOf(answer).flatMap((saying) => {
    const said = placesOfDay(saying.text);
    return said.length === 0 || said.some((place) => known.includes(place))
      ? []
      : [
          {
            ...spanOf(saying),
            clause,
            reason: `the passages name the ${known[0] ?? 'other day'}, not the ${said[0] ?? ''}`,
          },
        ];
  });
}
