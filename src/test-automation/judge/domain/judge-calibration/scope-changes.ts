import { Change, withParticleOf } from './text-changes.js';

const OFFICES = [
  '총장',
  '학장',
  '지도교수',
  '도서관장',
  '이사장',
  '총무인사팀',
  '교무처장',
  '감사위원회',
  '시설관리팀',
] as const;
const KOREAN_ACTOR =
  /(?<![가-힣])(?:[가-힣]{0,8}(?:총장|학장|처장|원장|단장|소장|관장|위원장|이사장|부서장|책임자|위원회|이사회|교수|[가-힣]팀|교무처|학생처|교류처|학과|총무과))(?=[이가은는의]\s|에게\s|께\s|에\s)/u;
const KOREAN_ACT = /승인|허가|결정|정한|정하|임명|위촉|추천|제출|신고|심의|의결|지정|선발|신청|통보|인정/u;
const ENGLISH_ACTOR =
  /(?<=\b(?:by|from|of|to|the|your|a)\s)(?:(?:(?!(?:the|your|an?)\s)[a-z-]+|ML)\s)?(?:manager|lead|director|team|committee|board|officer|owner|supervisor|desk|office|engineer|head)\b/u;
const ENGLISH_ACT = /\b(?:approv|decid|sign|review|confirm|permi|report|contact|notif|must|may|can)\w*/iu;
const ENGLISH_OFFICES = ['reception desk', 'legal team', 'works council'] as const;

/** Another office than that of the provision may, decides or receives; undefined without an office and an act. */
export const exchangeActor: Change = (clause, around, random) => {
  const isKorean = /[가-힣]/u.test(clause);
  const [actor, act] = isKorean ? [KOREAN_ACTOR, KOREAN_ACT] : [ENGLISH_ACTOR, ENGLISH_ACT];
  const found = actor.exec(clause)?.[0];
  if (found === undefined || !act.test(clause)) return undefined;
  const offices: readonly string[] = isKorean ? OFFICES : ENGLISH_OFFICES;
  const strangers = offices.filter((office) => !around.includes(office) && !office.endsWith(found));
  const other = strangers[Math.floor(random() * strangers.length)];
  return other === undefined ? undefined : withParticleOf(clause.replace(actor, other), other);
};

const REVERSALS: readonly (readonly [RegExp, string])[] = [
  [/(?<=[가-힣])지 (?:아니한|않은) 경우에는/u, '한 경우에는'],
  [/경우에만/u, '경우가 아니어야만'],
  [/경우에는/u, '경우가 아니면'],
  [/때에는/u, '때가 아니면'],
  [/\bonly if\b/u, 'unless'],
  [/\bunless\b/u, 'only if'],
  [/\b(I|i)f (?=(?:a|an|the|you|it|they|someone)\s)/u, '$1f it is not the case that '],
  [/\b(W|w)hen (?=(?:a|an|the)\s)/u, '$1henever it is not the case that '],
];

/** A condition turned round: `경우에는` into `경우가 아니면`, `unless` into `only if`. */
export const reverseCondition: Change = (clause) => {
  const rule = REVERSALS.find(([pattern]) => pattern.test(clause));
  return rule === undefined ? undefined : clause.replace(rule[0], rule[1]);
};

const CONDITIONAL =
  /^(?:다만,?\s|단,\s)?(?<condition>[^.]{4,80}?(?:경우에는|경우에만|경우에|때에는|때에만)),?\s(?<rest>[^\s,].{6,})$/u;
const ENGLISH_CONDITIONAL = /^(?:If|When|Where) (?<condition>[^,.]{4,80}),\s(?<rest>\S.{7,})$/u;
const ENGLISH_TAIL = /^(?<rest>[^;]{12,}?),? (?:only )?(?:if|unless) (?<condition>[^,;.]{4,80})\.$/u;

/** A condition left out, and the rest stated of every case. */
export const dropCondition: Change = (clause) => {
  const korean = CONDITIONAL.exec(clause)?.groups;
  // `그러하지 아니하다` says nothing without what it excepts from.
  if (korean !== undefined)
    return /그러하지/u.test(korean['rest'] ?? '') ? undefined : `어떤 경우에도 항상 ${korean['rest'] ?? ''}`;
  const english = (ENGLISH_CONDITIONAL.exec(clause) ?? ENGLISH_TAIL.exec(clause))?.groups;
  const rest = english?.['rest'];
  return rest === undefined ? undefined : `In every case, ${rest.replace(/\.$/u, '')}.`;
};

/** An exception of a provision, by its case and what holds in it. */
export interface ProvisionException {
  /** Verbatim, with its opening. */
  readonly sentence: string;
  /** The case that decides: `부득이한 경우`. */
  readonly occasion: string;
  /** The exception stated as the rule; undefined where it only says that the rule does not hold. */
  readonly asRule: string | undefined;
}

const KOREAN_EXCEPTION =
  /^(?:다만|단),\s(?<occasion>[^.]{2,60}?(?:경우|때|사람|자|학생|직원|휴직|[가-힣]직))(?:에는|에만|에|은|는),?\s(?<rest>[^\s,].{4,})$/u;
const ENGLISH_EXCEPTION =
  /^(?<rule>.{12,}?),? (?:except (?:that|for|when|in|if)|unless) (?<occasion>[^,;.]{4,80})(?=[.,;])/u;

/** Reads a sentence as an exception; undefined for any other. */
export function exceptionIn(sentence: string): ProvisionException | undefined {
  const korean = KOREAN_EXCEPTION.exec(sentence)?.groups;
  if (korean !== undefined) {
    const rest = korean['rest'] ?? '';
    return {
      sentence,
      occasion: korean['occasion'] ?? '',
      asRule: /그러하지/u.test(rest) ? undefined : `원칙적으로 누구나 ${rest}`,
    };
  }
  const english = ENGLISH_EXCEPTION.exec(sentence)?.groups;
  const { rule, occasion } = english ?? {};
  if (rule === undefined || occasion === undefined) return undefined;
  return { sentence, occasion, asRule: `${rule} only if ${occasion}.` };
}

/** A sentence without its exception: the rule alone. */
export const ruleAlone = (sentence: string): string =>
  sentence.replace(/,? (?:except (?:that|for|when|in|if)|unless) [^,;.]{4,80}(?=[.,;])/u, '');
