import { memoize } from '../../../text/memoize.js';
import { clauseReading } from '../../../text/clauses/clause-reading.js';
import { hasHangul } from '../../../text/language.js';
import { termsOf } from './meaning.js';
import { clausesOf } from './polarity.js';

/** The names of texts: what a claim may name without adding it. */
export interface KnownNames {
  /** Lower case, without blanks. */
  readonly compact: string;
  readonly offices: readonly string[];
  /** Scripts of the texts: names of the other language cannot be compared. */
  readonly hangul: boolean;
  readonly latin: boolean;
  /** Whether a text numbers its provisions. */
  readonly numbered: boolean;
}

/** Texts whose names are kept: a session judges all its answers by the same documents. */
const REMEMBERED = 500;
const compactOf = memoize(REMEMBERED, (text: string) => text.toLowerCase().replace(/\s/gu, ''));

/* ---------------------------------------------------------------- offices and places */

const KOREAN_TASKS =
  '총무|인사|재무|회계|기획|교무|학사|학생|입학|취업|장학|산학|국제|홍보|전산|정보|시설|관리|안전|보안|경비|구매|자산|법무|감사|급여|복지|복무|도서|기록|민원|행정|지원|운영|사무|영업|고객|생활|대외|교육|체육|보건|상담|예산|경리|경영|전략|품질|생산|물류|비서|서무|주차|통신|기술|개발|협력|연구|사업|서비스|종합|중앙';
const KOREAN_OFFICE = new RegExp(
  String.raw`(?<![가-힣])(?:${KOREAN_TASKS}){1,4}(?:(?:팀|실|처|국|부서?|센터|본부|위원회|사무소|창구)(?=에|이|가|은|는|의|를|을|로|으로|와|과|도|만|장|[^가-힣]|$)|과(?=에|이|가|은|는|의|를|로|장))`,
  'gu',
);
const KOREAN_BRANCH =
  /(?<![가-힣])[가-힣]{2,8}\s?(?:지점|지사|분점|출장소|캠퍼스)(?=에|이|가|은|는|의|를|을|로|으로|[^가-힣]|$)/gu;
const ENGLISH_UNIT =
  '(?:[Oo]ffice|[Dd]esk|[Dd]epartment|[Tt]eam|[Bb]ranch|[Cc]ommittee|[Cc]ouncil|[Dd]ivision|[Bb]ureau|[Cc]ounter|[Cc]ampus)';
const ENGLISH_TASK =
  '(?:finance|accounting|payroll|human resources|hr|legal|security|registrar|admissions|procurement|facilities|travel|budget|housing|alumni|marketing|sales|purchasing|audit|compliance|safety|front|help|information)';
const ENGLISH_OFFICE = new RegExp(
  String.raw`\b(?:(?!The\b|Your\b|Our\b|This\b|That\b|Any\b|An?\b|Each\b|Every\b|Their\b)\p{Lu}[\p{L}&’'-]{1,30}\s){1,3}${ENGLISH_UNIT}\b|\b${ENGLISH_TASK}\s${ENGLISH_UNIT}\b`,
  'gu',
);
const OFFICES = [KOREAN_OFFICE, KOREAN_BRANCH, ENGLISH_OFFICE];

/** Offices and branches that a text names. */
export const officesIn = memoize(REMEMBERED, (text: string): readonly string[] =>
  OFFICES.flatMap((pattern) => [...text.matchAll(pattern)].map(([name]) => name)),
);

/** A reference to whom to ask claims nothing. */
const POINTER =
  /문의|연락|여쭤|물어|상담(?:하|받)|확인해|확인하(?:세요|시|여)|\b(?:contact|ask|reach out|questions?|get in touch|check with|write to|e-?mail|call|talk to|speak (?:to|with)|word with|more information|for details?)\b/iu;

/** `학사팀` for `학사지원팀`. */
function isShortFor(short: string, long: string): boolean {
  let at = 0;
  for (const letter of long) if (letter === short.charAt(at)) at++;
  return at === short.length;
}

const isKnownOffice = (name: string, { compact, offices }: KnownNames): boolean => {
  const own = compactOf(name);
  return (
    compact.includes(own) ||
    offices.some((other) => hasHangul(other) === hasHangul(name) && isShortFor(own, compactOf(other)))
  );
};

/* ---------------------------------------------------------------- persons */

const SURNAMES =
  '김이박최정강조윤장임한오서신권황안송류전홍고문양손배백허유남심노하곽성차주우구민진나지엄채원천방공현함변염여추도석선설길표명왕옥';
const TITLES =
  '팀장|과장|부장|실장|국장|처장|원장|대리|주임|차장|교수|선생|박사|주무관|사무관|소장|센터장|학장|총장|계장|변호사|이사|씨|님';
/** Last syllables of nouns, which are not those of a name: `인사팀 팀장`, `연구소 소장`. */
const NOUN_END = '과팀부실처국소회단당임속직관서반장자학생무사';
const KOREAN_PERSON = new RegExp(
  String.raw`(?<![가-힣])([${SURNAMES}][가-힣](?![${NOUN_END}])[가-힣])\s?(?:${TITLES})(?=은|는|이|가|을|를|의|에|께|과|와|입|이며|$|[^가-힣])|(?:담당자|책임자|담당|대표|팀장|관리자|연락처)(?:은|는|이|가)\s([${SURNAMES}][가-힣](?![${NOUN_END}])[가-힣])(?=입니다|이다|이에요|예요|이며|이고|\s?씨|\s?님)`,
  'gu',
);
const NAME = String.raw`(\p{Lu}\p{Ll}{1,20}(?:\s\p{Lu}\.)?\s\p{Lu}\p{Ll}{1,20})`;
const ENGLISH_PERSONS: readonly RegExp[] = [
  new RegExp(String.raw`\b(?:Mr|Mrs|Ms|Dr|Prof|Professor)\.?\s(\p{Lu}\p{Ll}{1,20}(?:\s\p{Lu}\p{Ll}{1,20})?)\b`, 'gu'),
  new RegExp(
    String.raw`\b(?:run|led|managed|headed|approved|signed|handled|supervised|overseen|chaired|maintained|by|ask|contact|call|is|to|from|with|named|manager|head|lead|director|supervisor|officer),?\s${NAME}(?=[\s,.;)]|$)`,
    'gu',
  ),
  new RegExp(
    String.raw`${NAME},?\s(?:runs|manages|leads|heads|approves|handles|signs|decides|is (?:in charge|responsible|the))\b`,
    'gu',
  ),
];
/** Names of bodies, products and days in capital letters. */
const NO_PERSON =
  /\b(?:Resources|Office|Desk|Team|Department|Services?|Support|Cent(?:er|re)|Management|Operations|Affairs|Security|Finance|Human|Legal|Board|Committee|University|College|Government|States|Act|Policy|Guide|Handbook|Form|Page|Day|Holiday|Help|Report|Request|Agreement|Admins?|Managers?|Directors?|Leads?|Officers?|January|February|March|April|May|June|July|August|September|October|November|December|Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)(?:day)?\b/u;

function personsIn(text: string): string[] {
  const korean = [...text.matchAll(KOREAN_PERSON)].map((match) => match[1] ?? match[2] ?? '');
  const english = ENGLISH_PERSONS.flatMap((pattern) => [...text.matchAll(pattern)].map((match) => match[1] ?? ''));
  return [...new Set([...korean, ...english.filter((name) => !NO_PERSON.test(name))])];
}

/** A person is known if the texts have a part of the name. */
const isKnownPerson = (name: string, { compact }: KnownNames): boolean =>
  hasHangul(name)
    ? compact.includes(name)
    : name.split(/\s/u).some((part) => part.length > 2 && compact.includes(part.toLowerCase()));

/* ---------------------------------------------------------------- articles */

const ARTICLE_LABEL =
  /(?:^|\n)[^\S\n]{0,8}(?:#{1,6}[^\S\n])?(?:\*\*)?(?:제\s?\d{1,4}\s?조|(?:Article|Section|Rule|§)\s?\d)/u;
/** A sentence that only says where something is written. */
const ONLY_REFERS =
  /근거|출처|참고|참조|나와\s?있|명시|규정(?:되어|돼|하고|합니다)|적혀|정(?:해|하고)|\b(?:see|source|reference|based on|according to|says so|stated)\b/iu;

/** An English ascription is at the start of its sentence: `As noted in Section 8, …`. */
const FIRST_WORDS = 20;

function addedArticles(text: string, { compact, numbered }: KnownNames): string[] {
  return clauseReading(text).citations.flatMap(({ article, ascribed, start, end }) => {
    if (article === undefined) return [];
    const name = text.slice(start, end).trim();
    const isKnown = /제\s?\d/u.test(name)
      ? compact.includes(`제${article.replace('의', '조의')}${article.includes('의') ? '' : '조'}`)
      : new RegExp(
          String.raw`(?:article|art\.|section|sec\.|clause|rule|chapter|§)${article.replace('.', '\\.')}(?!\d)`,
          'u',
        ).test(compact);
    if (isKnown) return [];
    // The right place is compared by the citation; without numbered provisions it is unknown.
    const isAscribed = ascribed && (hasHangul(text) || start < FIRST_WORDS);
    const isReference =
      isAscribed || ONLY_REFERS.test(text) || termsOf(text.slice(0, start) + text.slice(end)).length < 2;
    return isReference && (isAscribed || !numbered || ONLY_REFERS.test(text)) ? [] : [name];
  });
}

/* ---------------------------------------------------------------- a claim */

/** The names of the evidence, the question and the required facts. @param evidence texts of the evidence alone */
export function knownNames(evidence: readonly string[], others: readonly string[]): KnownNames {
  const all = evidence.join('\n');
  return {
    compact: [...evidence, ...others].map(compactOf).join(''),
    offices: [...new Set([...evidence, ...others].flatMap(officesIn))],
    hangul: hasHangul(all),
    latin: /\p{Script=Latin}{3}\s\p{Script=Latin}{2}/u.test(all),
    numbered: evidence.some((text) => ARTICLE_LABEL.test(text)),
  };
}

/** Offices of a claim that no text names, without those to ask. */
export function addedOffices(text: string, known: KnownNames): string[] {
  const parts = clausesOf(text).filter((clause) => !POINTER.test(clause));
  return parts
    .flatMap(officesIn)
    .filter((name) => (hasHangul(name) ? known.hangul : known.latin) && !isKnownOffice(name, known));
}

/**
 * Persons, offices and articles of a claim that no text names.
 * @param isFact whether the claim states a required fact: its article is compared as a citation
 */
export function addedNames(text: string, known: KnownNames, isFact: boolean): string[] {
  const persons = personsIn(text).filter(
    (name) => (hasHangul(name) ? known.hangul : known.latin) && !isKnownPerson(name, known),
  );
  const articles = isFact ? [] : addedArticles(text, known);
  return [...new Set([...persons, ...addedOffices(text, known), ...articles])];
}
