import { Conflict, ConflictSetting, spanOf } from './conflict.js';
import { sayingsOf } from './readable-answer.js';
import { isSameValue, valuesOf } from './values.js';

const RATES: readonly (readonly [unit: string, pattern: RegExp])[] = [
  [
    'person',
    /(?:1|한)\s?(?:명|인|사람)\s?(?:당|마다|에)|인당|\b(?:per|for each|for every|each|every) (?:person|head|child|employee|parent)\b/iu,
  ],
  [
    'total',
    /통틀어|통산|합쳐|합산|합하여|수(?:와|에|는|를)?\s?(?:관계|상관)\s?없이|\b(?:in total|altogether|overall|regardless of (?:the )?number)\b/iu,
  ],
  ['hour', /시간\s?당|(?:한|1)\s?시간(?:에|마다)|매시간|\b(?:per|an|each|every) hour\b|\bhourly\b/iu],
  ['day', /일\s?당|하루(?:에|당|마다)|매일|(?:1|하루)\s?일(?:에|마다)|\b(?:per|a|each|every) day\b|\bdaily\b/iu],
  [
    'week',
    /주\s?당|(?<![가-힣\d])주\s?(?=\d)|(?:한|1)\s?주(?:일)?(?:에|마다)|일주일(?:에|마다)|매주|\b(?:per|a|each|every) week\b|\bweekly\b/iu,
  ],
  [
    'month',
    /월\s?당|(?<![가-힣\d])월\s?(?=\d)|(?:한|1)\s?(?:달|개월)(?:에|마다)|매월|매달|\b(?:per|a|each|every) month\b|\bmonthly\b/iu,
  ],
  ['semester', /학기\s?당|(?:한|1)\s?학기(?:에|마다)|매\s?학기|\b(?:per|a|each|every) (?:semester|term)\b/iu],
  [
    'year',
    /연간|(?<![가-힣\d])연\s?(?=\d)|(?:한|1)\s?(?:해|년)(?:에|마다)|매년|해마다|\b(?:per|a|each|every) (?:calendar |leave )?year\b|\bannual(?:ly)?\b|\byearly\b/iu,
  ],
];
export const ratesOf = (text: string): string[] =>
  RATES.filter(([, pattern]) => pattern.test(text)).map(([unit]) => unit);

/** The right number for another span: `한 주에 100원` for `하루에 100원`. */
export function rateConflicts(answer: string, { gold, question }: ConflictSetting): Conflict[] {
  const asked = ratesOf(question);
  const rules = gold.flatMap((text) =>
    sayingsOf(text).flatMap(({ text: clause }) =>
      valuesOf(clause).map((value) => ({ value, clause, rates: ratesOf(clause) })),
    ),
  );
  return sayingsOf(answer).flatMap((saying) => {
    const said = ratesOf(saying.text);
    const own = rules.filter(
      (rule) => rule.rates.length === 1 && valuesOf(saying.text).some((value) => isSameValue(value, rule.value)),
    );
    const [first] = own;
    const [rate = ''] = said;
    if (said.length !== 1 || first === undefined || (rate !== 'total' && asked.includes(rate))) return [];
    // A total contradicts a rule for each of several, and nothing else.
    if (rate === 'total' && own.some((rule) => !rule.rates.includes('person'))) return [];
    return own.some((rule) => rule.rates.some((other) => said.includes(other)))
      ? []
      : [{ ...spanOf(saying), clause: first.clause, reason: 'the number is for another span' }];
  });
}
