import { isSameKind, peopleNamed } from '../../../text/clauses/people.js';
import { Conflict, ConflictSetting, spanOf } from './conflict.js';
import { isSameWord, termsOf } from './meaning.js';
import { sayingsOf } from './readable-answer.js';
import { isSameValue, Value, valuesOf } from './values.js';

interface Ruled {
  readonly people: readonly string[];
  readonly text: string;
  readonly words: ReturnType<typeof termsOf>;
  readonly values: readonly Value[];
}

/** Clauses with the people that they are about; a clause without any continues with those of the previous clause. */
function ruledClauses(text: string): Ruled[] {
  let people: readonly string[] = [];
  return text
    .split(/(?<=[.!?;|\n])\s|,\s(?=\p{Lu}|\w+\s(?:must|may|can|have|complete)\b)|(?<=[가-힣](?:고|며)),?\s/u)
    .filter((clause) => /\p{L}/u.test(clause))
    .map((clause) => {
      const own = peopleNamed(clause);
      if (own.length > 0) people = own;
      const words = termsOf(clause).filter(({ text: word }) => peopleNamed(word).length === 0);
      return { people, text: clause, words, values: valuesOf(clause).filter(({ denied }) => !denied) };
    });
}

/** Overlap of two clauses: words, and numbers, which count more since rules are about them. */
function likeness(a: Ruled, b: Ruled): number {
  const shared = a.words.filter((word) => b.words.some((other) => isSameWord(word, other))).length;
  const values = a.values.filter((value) => b.values.some((other) => isSameValue(other, value))).length;
  const most = Math.max(1, Math.min(a.words.length, b.words.length) + a.values.length);
  return (shared + values) / most;
}

/** Why a rule for some people is wrong for others. */
export const OF_OTHER_PEOPLE = 'the passages say it of other people';

const ALIKE = 0.4;
const isNamed = (kind: string, kinds: readonly string[]): boolean => kinds.some((other) => isSameKind(kind, other));

/** A rule for some people stated of others: `Administrators have 8 hours` for `Contractors have 8 hours`. */
export function peopleConflicts(answer: string, { gold }: ConflictSetting): Conflict[] {
  const rules = gold.flatMap(ruledClauses).filter(({ people }) => people.length > 0);
  if (rules.length === 0) return [];
  const known = rules.flatMap(({ people }) => people);
  return sayingsOf(answer).flatMap((saying) =>
    ruledClauses(saying.text).flatMap((said): Conflict[] => {
      if (said.people.length === 0) return [];
      const ranked = rules.map((rule) => ({ rule, like: likeness(said, rule) })).sort((a, b) => b.like - a.like);
      const [best] = ranked;
      if (best === undefined || best.like < ALIKE) return [];
      const own = ranked.find(({ rule }) => said.people.some((kind) => isNamed(kind, rule.people)));
      // People whom no passage names, or whose own rule matches this less.
      const isOther =
        said.people.every((kind) => !isNamed(kind, known)) || (own !== undefined && best.like - own.like > 0.3);
      return isOther ? [{ ...spanOf(saying), clause: best.rule.text, reason: OF_OTHER_PEOPLE }] : [];
    }),
  );
}

/* ---------------------------------------------------------------- who decides, and to whom it goes */

const KOREAN_OFFICE = String.raw`(?<![가-힣])[가-힣]{0,10}(?:총장|이사장|위원장|학장|처장|원장|단장|소장|센터장|국장|부장|과장|팀장|실장|관장|교장|부서장|책임자|이사회|위원회|지도교수|교무처|학생처|연구처|총무과|행정실|산학협력단|본부|담당자)`;
const KOREAN_ACT = '추천|승인|허가|제청|동의|결재|제출|신고|보고|신청|협의|심의|위촉|임명|통보|요청|면담';
const PARTICLE = '(?:의|에게|께|한테|이|가|은|는|으로부터|로부터|에|과|와)';
/** The nearest office acts: `원장은 총장이 임명한다` is said of the 원장, and 총장 acts. */
const KOREAN_ROLES = new RegExp(
  String.raw`(${KOREAN_OFFICE})${PARTICLE}\s?(?:(?!${KOREAN_OFFICE}${PARTICLE}\s)[가-힣]{2,8}\s){0,3}?[가-힣]{0,4}(${KOREAN_ACT})`,
  'gu',
);
const ENGLISH_OFFICE = String.raw`(?:[a-z-]+\s){0,2}(?:head|manager|director|desk|team|office|board|committee|council|president|dean|chair|registrar|supervisor|officer|lead|department|provost)`;
const ENGLISH_ACTS: readonly (readonly [act: string, pattern: RegExp])[] = [
  [
    'approve',
    new RegExp(
      String.raw`\b(?:approv\w+|authori[sz]\w+|sign\w* off|permission)\s(?:by|from|of)\s(?:the\s|your\s|a\s)?(${ENGLISH_OFFICE})\b`,
      'giu',
    ),
  ],
  [
    'approve',
    new RegExp(
      String.raw`\b(?:the|your|a)\s(${ENGLISH_OFFICE})\s(?:must |has to |have to |needs to |will |can |may )?(?:approves?|authori[sz]es?|signs? off|decides?)\b`,
      'giu',
    ),
  ],
  [
    'report',
    new RegExp(
      String.raw`\b(?:tell|report(?:ed)?(?:\s\w+){0,5}\sto|notify|inform|contact|submit(?:ted)?(?:\s\w+){0,5}\sto|send(?:\s\w+){0,5}\sto|hand(?:\s\w+){0,5}\sto)\s(?:the\s|your\s|a\s)?(${ENGLISH_OFFICE})\b`,
      'giu',
    ),
  ],
];

interface Role {
  readonly office: string;
  readonly act: string;
}

/** Offices with their actions, or with what they receive. */
function rolesOf(text: string): Role[] {
  const korean = [...text.matchAll(KOREAN_ROLES)].map((match) => ({ office: match[1] ?? '', act: match[2] ?? '' }));
  const english = ENGLISH_ACTS.flatMap(([act, pattern]) =>
    [...text.matchAll(pattern)].map((match) => ({ office: (match[1] ?? '').toLowerCase(), act })),
  );
  return [...korean, ...english];
}

/** `department head` is the `head`, `연구소장` is `소장`; `부총장` is not a `총장`. */
function isSameOffice(a: string, b: string): boolean {
  if (a === b) return true;
  if (/^부|vice/u.test(a) !== /^부|vice/u.test(b)) return false;
  return a.endsWith(b) || b.endsWith(a);
}

/** Another office acts than that of the passages: `총장의 추천` for `학과장의 추천`. */
export function roleConflicts(answer: string, { gold }: ConflictSetting): Conflict[] {
  const rules = gold.flatMap((text) =>
    sayingsOf(text).flatMap((saying) => rolesOf(saying.text).map((role) => ({ ...role, clause: saying.text }))),
  );
  if (rules.length === 0) return [];
  return sayingsOf(answer).flatMap((saying) =>
    rolesOf(saying.text).flatMap(({ office, act }) => {
      const same = rules.filter((rule) => rule.act === act);
      const [first] = same;
      return first === undefined || same.some((rule) => isSameOffice(rule.office, office))
        ? []
        : [{ ...spanOf(saying), clause: first.clause, reason: `the passages name ${first.office}, not ${office}` }];
    }),
  );
}
