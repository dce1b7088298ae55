import { foldedWithoutSpaces } from '../../../text/folded-text.js';
import { sharesIdea, termsOf, wordShare } from './meaning.js';
import { isSameValue, valuesOf } from './values.js';

/** Terms and days, in both languages. */
const DEADLINES =
  /\d[\d,]{0,9}\s?(?:일|주|개월|월|년|학기|시간|분)(?![가-힣]{0,2}원)|\b(?:\d[\d,]{0,9}|one|two|three|four|five|six|seven|ten)\s(?:business |working |calendar )?(?:days?|weeks?|months?|years?|hours?|minutes?)\b/giu;
const PAPERS =
  /[가-힣]{0,10}(?:신청서|증명서|확인서|계획서|동의서|진단서|사유서|추천서|보고서|서약서|구비서류|원서)|\b(?:[a-z-]{2,20} )?(?:form|certificate|ticket|application|receipt|questionnaire)s?\b/giu;
const OFFICES =
  /[가-힣]{1,10}(?:처장|학장|총장|원장|관장|부장|팀장|위원회|센터|지도교수|담당자|[가-힣]팀|[가-힣]처)(?=[은는이가을를의에과와]|\s|[,.)]|$)|\b(?:[A-Z][a-z]{1,20} ){0,3}(?:team|office|committee|manager|council|board|desk|department|officer)\b/gu;

/** Actions that a person has to take, each in the words of both languages. */
const STEPS: readonly RegExp[] = [
  /신청|접수|\bappl(?:y|ies|ied)\b|\brequest/iu,
  /제출|(?:서류|신청서|서를|것을) 내|내야|내면|내시|내세|\bsubmit|\bhand(?:ed)? in|\bsend|\bfile[sd]?\b/iu,
  /신고|보고|통보|알려|알리|알린|\breport|\bnotif|\binform|\btell/iu,
  /승인|허가|허락|결재|\bapprov|\bsign(?:s|ed)? off|\bpermission/iu,
  /납부|내야|입금|\bpa(?:y|ys|id)\b/iu,
  /등록|\bregist|\benrol|\bsign(?:s|ed)? up/iu,
  /문의|연락|\bcontact|\bask\b|\breach out/iu,
  /발급|\bissue[sd]?\b/iu,
  /반납|돌려|\breturn/iu,
];

/** Most details of one kind that count: a long passage does not make an answer impractical. */
const MOST_DETAILS = 4;

const distinct = (text: string, pattern: RegExp): string[] =>
  [...new Set([...text.matchAll(pattern)].map((match) => match[0].trim()))].slice(0, MOST_DETAILS);

const NAMED_SHARE = 0.5;

/** Share of the deadlines, papers and offices of the passages that the answer gives; 1 if the passages have none. */
export function practicality(offered: string, answer: string): number {
  const terms = distinct(offered, DEADLINES);
  const names = [...distinct(offered, PAPERS), ...distinct(offered, OFFICES)];
  const wanted = terms.length + names.length;
  if (wanted === 0) return 1;
  const said = foldedWithoutSpaces(answer);
  const isReworded = (detail: string): boolean => !said.includes(foldedWithoutSpaces(detail));
  const missing = [
    ...termsMissing(terms.filter(isReworded), answer),
    ...namesMissing(names.filter(isReworded), answer),
  ];
  return (wanted - missing.length) / wanted;
}

/** Those of the terms whose value the answer does not state. */
function termsMissing(terms: readonly string[], answer: string): string[] {
  if (terms.length === 0) return [];
  const stated = valuesOf(answer);
  return terms.filter((term) => !valuesOf(term).some((value) => stated.some((other) => isSameValue(other, value))));
}

/** Those of the names that the answer has neither in most of their words nor in other words. */
function namesMissing(names: readonly string[], answer: string): string[] {
  if (names.length === 0) return [];
  const held = termsOf(answer);
  return names.filter((name) => wordShare(termsOf(name), held) < NAMED_SHARE && !sharesIdea(name, answer));
}

/** Share of the actions of the passages that the answer names; 1 if the passages have none. */
export function actionability(offered: string, answer: string): number {
  const wanted = STEPS.filter((step) => step.test(offered));
  return wanted.length === 0 ? 1 : wanted.filter((step) => step.test(answer)).length / wanted.length;
}

/** Whether an abstention at least says what to do next. */
export function namesNextStep(answer: string): boolean {
  return STEPS.some((step) => step.test(answer)) || /다시|바꿔|rephrase|another|try/iu.test(answer);
}
