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
  /(?<!질)문의|연락|\bcontact|\bask\b|\breach out/iu,
  /발급|\bissue[sd]?\b/iu,
  /반납|돌려|\breturn/iu,
];

/** Most details of one kind that count: a long passage does not make an answer impractical. */
const MOST_DETAILS = 4;

const distinct = (text: string, pattern: RegExp): string[] =>
  [...new Set([...text.matchAll(pattern)].map((match) => match[0].trim()))].slice(0, MOST_DETAILS);

/** With this many details an answer is practical; more are no better. */
const ENOUGH_DETAILS = 4;

const NAMED_SHARE = 0.5;

/** Share of the deadlines, papers and offices of the passages that the answer gives; undefined if the passages have none. */
export function practicality(offered: string, answer: string): number | undefined {
  const terms = distinct(offered, DEADLINES);
  const names = [...distinct(offered, PAPERS), ...distinct(offered, OFFICES)];
  const wanted = terms.length + names.length;
  if (wanted === 0) return undefined;
  const said = foldedWithoutSpaces(answer);
  const isReworded = (detail: string): boolean => !said.includes(foldedWithoutSpaces(detail));
  const missing = [
    ...termsMissing(terms.filter(isReworded), answer),
    ...namesMissing(names.filter(isReworded), answer),
  ];
  return Math.min(1, (wanted - missing.length) / Math.min(wanted, ENOUGH_DETAILS));
}

/** Those of the terms whose value the answer does not state. */
function termsMissing(terms: readonly string[], answer: string): string[] {
  if (terms.length === 0) return [];
  const stated = valuesOf(answer);
  return terms.filter((term) => !valuesOf(term).some((value) => stated.some((other) => isSameValue(other, value))));
}

/** Those of the names that the answer has neither in most of their words with the last one nor in other words. */
function namesMissing(names: readonly string[], answer: string): string[] {
  if (names.length === 0) return [];
  const held = termsOf(answer);
  return names.filter((name) => {
    const terms = termsOf(name);
    // `booking form` is not named by `book`.
    const isNamed = wordShare(terms, held) >= NAMED_SHARE && wordShare(terms.slice(-1), held) > 0;
    return !isNamed && !sharesIdea(name, answer);
  });
}

/** Share of the actions of the passages that the answer names; undefined if the passages have none. */
export function actionability(offered: string, answer: string): number | undefined {
  const wanted = STEPS.filter((step) => step.test(offered));
  return wanted.length === 0 ? undefined : wanted.filter((step) => step.test(answer)).length / wanted.length;
}

type Points = 'accuracy' | 'completeness' | 'relevance' | 'citation';

/** Maximum points of each of the two practical dimensions; the others have 1. */
const MOST_HELP = 0.5;

/**
 * Points for the practical help of an answer. Where the passages offer nothing, the dimension is left out of the mean: it has the share of
 * its points that the other dimensions have of theirs, so that it neither lifts nor lowers the score.
 */
export function helpPoints(
  offered: string,
  answer: string,
  others: Readonly<Record<Points, number>>,
): { readonly practicality: number; readonly actionability: number } {
  const details = practicality(offered, answer);
  const steps = actionability(offered, answer);
  const known = [details, steps].filter((share) => share !== undefined);
  const { accuracy, completeness, relevance, citation } = others;
  const sum = accuracy + completeness + relevance + citation + known.reduce((all, share) => all + MOST_HELP * share, 0);
  const mean = sum / (4 + MOST_HELP * known.length);
  return { practicality: MOST_HELP * (details ?? mean), actionability: MOST_HELP * (steps ?? mean) };
}

/** Whether an abstention at least says what to do next. */
export function namesNextStep(answer: string): boolean {
  return STEPS.some((step) => step.test(answer)) || /다시|바꿔|rephrase|another|try/iu.test(answer);
}
