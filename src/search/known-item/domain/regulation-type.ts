import { plainText } from './normalized-text-of.js';

/** The word for the type of rules at the end of a Korean name; longer ones first. */
const KOREAN_TYPE =
  /(시행세칙|시행규칙|시행령|시행지침|학칙|규정|규칙|세칙|내규|지침|정관|요강|요령|기준|예규|조례|훈령|고시|강령|헌장|법률|규약|회칙|편람|준칙|수칙|약관|방침|매뉴얼|법)$/u;
const ENGLISH_TYPE =
  /^(handbook|policy|policies|rules?|rulebook|regulations?|codes?|manual|guides?|guidelines?|act|bylaws?|constitution|charter|statutes?|ordinances?|agreement|terms|procedures?|standards?|convention|treaty|law|laws|directive|contract)$/u;
/** An organisation in front of its regulation's name; the shortest one that leaves a name after it. */
const INSTITUTION =
  /^(?:학교법인|재단법인|사단법인|주식회사)?[가-힣a-z]{2,12}?(?:대학교|학교|공사|공단|재단|진흥원|협회|법인)(?=.{2})/u;
const INSTITUTION_ALONE =
  /^(?:우리|본|본교|우리학교|우리대학|[가-힣a-z0-9]{1,14}(?:대학교|대학|학교|공사|공단|재단|진흥원|협회|조합|은행|그룹|법인|주식회사|대))$/u;

/** A name and its type: `장학금지급규정` is `장학금지급` and `규정`; `학칙` has nothing before its type. */
export interface TypedName {
  readonly stem: string;
  /** Undefined if the name contains no type. */
  readonly type: string | undefined;
}

/** @param key a normalized name in Korean */
export function typedName(key: string): TypedName {
  const type = KOREAN_TYPE.exec(key)?.[1];
  return type === undefined ? { stem: key, type } : { stem: key.slice(0, -type.length), type };
}

/** Whether a normalized English word is a type of rules. */
export function isEnglishType(word: string): boolean {
  return ENGLISH_TYPE.test(word);
}

/** Whether a normalized word is only a type, `시행세칙`. */
export function isTypeAlone(key: string): boolean {
  return typedName(key).stem === '' || isEnglishType(key);
}

/** Length of the organisation's name at the start of a normalized name, 0 without one. */
export function institutionLength(key: string): number {
  return INSTITUTION.exec(key)?.[0].length ?? 0;
}

/** Whether a normalized word is an organisation's name, or refers to the own organisation. */
export function isInstitution(key: string): boolean {
  return INSTITUTION_ALONE.test(key);
}

/** Lower-case words of an English name without articles, prepositions and plural endings. */
export function englishWords(text: string): string[] {
  const words = plainText(text)
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu);
  return (words ?? []).filter((word) => !SMALL.has(word)).map((word) => word.replace(/(?<=[a-z]{3})s$/u, ''));
}

const SMALL = new Set('the a an of for and in on to by with from under s'.split(' '));
