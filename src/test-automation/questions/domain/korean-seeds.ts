import { inPlaceOf, withParticle } from '../../../text/korean/korean-particle.js';
import { Article, Sentence, sentencesOf } from './articles.js';
import { CoreQuestion } from './core-question.js';
import { seedOf } from './seed-of.js';
import { askedForms, differenceForms, plainEnding } from './korean-ending.js';
import { koreanSlots, Slot } from './korean-slot.js';
import { FINAL, finalOf } from '../../../text/korean/hangul-syllable.js';

/** References, definitions and lists: a question about them would contain the answer. */
const UNFIT =
  /다음 각|다음과|다음의|별표|각 호|제\d+[조항호]|이 경우|그러하지|목적으로|말한다|뜻은|삭제|준용|적용한다|본다\.?$|각각|“|"|‘|때에는 그|[「」]/u;
const CLAUSE_BREAK = /(?<=(?:하며|하고|되며|되고|하되|으며|으나|고|며|되)),\s+/u;
/** `임기는 1년으로 하며 연임할 수 있다`: the text after a value that is set would become a second question. */
const SET_BREAK = /(?<=\d[^\s,]{0,8}로 (?:하며|하고|하되)) /u;
/** `1회, 통산하여 8과목까지`: a value in a list with others, which a question word would separate. */
const IN_A_ROW = /^[^,]{0,12},(?=.*\d)/u;
/** `하는`, `받은`: a modifier, not a noun with a particle. */
const ADNOMINAL =
  /(?:하|되|있|없|려|받|않|맡|주|오|가|치|지|르|미치|보|내|이|쓰|얻|살|두|나|드|여기|못하|넘|남|걸리)는$|(?:받|높|않|같|많|적|얻|맡|입|읽|남|낮|맺|늦|작|좋|찾|잃|넘|붙|묶|짧|깊|넓|갚|뽑|겪|었|았|했|씻|담|닫|밝|심)은$/u;
const TOPIC_WORDS = 6;
const SHORTEST = 12;
const LONGEST = 70;
const PROCEDURE = /신청|제출|승인|심의|허가|신고|통지|통보|알려야|보고|공고|거쳐|청구|등록/u;
const ELIGIBILITY = /수 있다$|수 없다$|자격|이상인 사람|이상이어야|갖추어/u;

function cleaned(text: string): string {
  return text
    .replace(/^제\d+조(?:의\d+)?\s*[(（][^)）]*[)）]\s*/u, '')
    .replace(/^(?:[①-⑳]|\d{1,2}\.)\s*/u, '')
    .replace(/[<〈[][^>〉\]]{0,500}[>〉\]]/gu, '')
    .replace(/\([^()]*\)/gu, '')
    .replace(/제\d+조(?:의\d+)?(?:제\d+항)?(?:제\d+호)?에 (?:따라|따른|의한|의하여) /gu, '')
    .replace(/\s+/gu, ' ')
    .trim()
    .replace(/\.$/u, '');
}

/** `휴직하려는 직원은` at the head of a clause, if it has one. */
function subjectOf(clause: string): string | undefined {
  const words = clause.split(' ');
  const at = words.slice(0, TOPIC_WORDS).findIndex((w) => /[가-힣·)](?:은|는)$/u.test(w) && !ADNOMINAL.test(w));
  return at === -1 ? undefined : words.slice(0, at + 1).join(' ');
}

/** `위원회는 … 의결하며, … 다시 신청할 수 있다`: the body that decides is not the one that applies. */
const DECIDES = /(?:위원회|센터|[처원단관팀]장|센터장|부서장)(?:은|는)$/u;
const APPLIES = /(?:신청|청구|이수|수강|이용|복학)할 수 [있없]다$/u;
/** `임기는 정하지 아니하되, … 근무할 수 없다`: a term is not the subject of working. */
const IS_SET = /(?:임기|기간|기한|금액|비율|요건|기준|자격|정원|횟수)(?:은|는)$/u;
const ACTS = /(?:근무|신청|사용|이용|수강|이수|제출|참여)할 수 [있없]다$/u;

/** Whether the subject of the first clause can be that of the next one. */
const canGoOn = (subject: string, clause: string): boolean =>
  !(DECIDES.test(subject) && APPLIES.test(clause)) && !(IS_SET.test(subject) && ACTS.test(clause));

/** `학생 위원은 1년으로 한다`: only the previous sentence names the attribute. */
const ELLIPTIC =
  /(?:위원|학생|직원|교원|사람|교수|조교|강사)(?:은|는) (?:몇 (?!명)|며칠|얼마)\S*(?: (?:이상|이하|이내|미만|초과))?(?:으로|로) 한다$/u;

/** The clauses of a sentence, each with a subject and a plain ending; a clause that is incomplete alone is left out. */
export function standingClauses(sentence: string): string[] {
  const parts = sentence.split(CLAUSE_BREAK).flatMap((part) => part.split(SET_BREAK));
  const subject = subjectOf(parts[0] ?? '');
  return parts.flatMap((part, i) => {
    const plain = plainEnding(part);
    if (plain === undefined) return [];
    const own = subjectOf(plain);
    if (own !== undefined || i === 0) return [plain];
    if (subject === undefined || /^[가-힣]+(?:이|가) /u.test(plain)) return [];
    return canGoOn(subject, plain) ? [`${subject} ${plain}`] : [];
  });
}

/** The clause with the question word in place of the value, and the particle after it in its right form. */
export function withSlotAsked(clause: string, slot: Slot): string {
  return `${clause.slice(0, slot.start)}${inPlaceOf(slot.asked, clause.slice(slot.end))}`;
}

function coresOfClause(article: Article, sentence: Sentence, clause: string, isException: boolean): CoreQuestion[] {
  const slots = koreanSlots(clause);
  const asked = slots
    .filter((slot) => slots.every((other) => other === slot || other.unit !== slot.unit))
    .filter((slot) => !IN_A_ROW.test(clause.slice(slot.end)));
  return asked.flatMap((slot): CoreQuestion[] => {
    const spoken = withSlotAsked(clause, slot).replace(/^다만,? /u, '');
    const isAskable = spoken.length >= SHORTEST && spoken.length <= LONGEST && !ELLIPTIC.test(spoken);
    const forms = isAskable ? askedForms(spoken) : undefined;
    // A remark in brackets may be inside the value, so that the value is not in the quote verbatim.
    if (forms === undefined || forms.polite.includes(slot.fact) || !sentence.text.includes(slot.fact)) return [];
    const isProcedure = PROCEDURE.test(clause);
    const isEligibility = ELIGIBILITY.test(clause);
    const traits = { isProcedure, isEligibility, isException };
    return [seedOf(article, sentence, forms, { language: 'ko', facts: [slot.fact], slot: slot.slot, ...traits })];
  });
}

/** Whether the text ends with a modifier of the next noun: `아닌 `, `받은 `, `이용할 `. */
function isModified(before: string): boolean {
  const final = before.endsWith(' ') ? finalOf(before.slice(0, -1)) : -1;
  return final === FINAL.n || final === FINAL.l;
}

export function comparisonOf(article: Article, sentence: Sentence, text: string): CoreQuestion[] {
  const slots = koreanSlots(text);
  const pairs = slots.flatMap((slot, i) => {
    const next = slots[i + 1];
    return next !== undefined && next.unit === slot.unit && next.fact !== slot.fact ? [[slot, next] as const] : [];
  });
  const [pair] = pairs;
  if (pair === undefined || slots.length > 2) return [];
  // The noun next to the value: `휴학은 통산하여 학사과정은 3년` compares 학사과정.
  const first = /(?:^|[\s,])([가-힣·]{2,12})(?:은|는) (?:(?:[가-힣]{0,11}[^은는] ?){0,3})$/u.exec(
    text.slice(0, pair[0].start),
  )?.[1];
  const second = /, ([가-힣·]{2,12}?)(?:은|는) (?:[가-힣 ]{0,12})$/u.exec(text.slice(pair[0].end, pair[1].start))?.[1];
  if (first === undefined || second === undefined || [first, second].some((w) => ADNOMINAL.test(`${w}는`))) return [];
  // `공과대학이 아닌 학과는`: the noun alone would mean another one.
  if (isModified(text.slice(0, text.indexOf(first)))) return [];
  const head = `${withParticle(withParticle(first, 'and') + ' ' + second, 'topic')} 기준이 어떻게`;
  const forms = differenceForms(head);
  const facts = pair.map((slot) => slot.fact);
  if (!facts.every((fact) => sentence.text.includes(fact))) return [];
  return [seedOf(article, sentence, forms, { language: 'ko', facts, slot: pair[0].slot, isComparison: true })];
}

/** Questions that the sentences of a Korean provision answer; doubtful ones are left out. */
export function koreanSeeds(article: Article): CoreQuestion[] {
  if (/목적|정의|별표|적용 범위|시행일/u.test(`${article.title} ${article.section ?? ''}`)) return [];
  return sentencesOf(article).flatMap((sentence) => {
    const text = cleaned(sentence.text);
    const isException = /^다만,? /u.test(text);
    if (UNFIT.test(text) || /^(?:그|이|이에|해당|위) /u.test(text) || !text.endsWith('다')) return [];
    const compared = comparisonOf(article, sentence, text);
    if (isException && subjectOf(text.replace(/^다만,? /u, '')) === undefined) return [];
    return [...compared, ...standingClauses(text).flatMap((c) => coresOfClause(article, sentence, c, isException))];
  });
}
