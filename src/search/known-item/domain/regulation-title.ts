import type { Provision } from './provision.js';
import { foldedText, nameKeyOf, plainText, skeletonOf } from './normalized-text-of.js';
import { readLabel } from './provision-label.js';
import { readReferences } from './reference.js';
import { englishWords, institutionLength, isEnglishType, typedName } from './regulation-type.js';

/**
 * Distance of a spelling from the name: 0 the name, 1 without its organisation, brackets or year, 2 without its type.
 */
export type Nearness = 0 | 1 | 2;

/** The parsed title of a document. */
export interface RegulationTitle {
  /** Normalized name of the rule book without status, date and number; empty if the title names only a provision. */
  readonly key: string;
  /** Normalized spellings of the name. */
  readonly spellings: ReadonlyMap<string, Nearness>;
  /** Words of the name in English, for names in Latin letters. */
  readonly words: readonly string[];
  /** First letters of its words, `slp`; empty when there are fewer than three. */
  readonly initials: string;
  /** The provision of the document, if its title names one: `휴학규정 제8조 (휴학의 신청)`. */
  readonly provision: Provision | undefined;
  readonly titleKey: string;
  readonly repealed: boolean;
  /** `rg-012-3`. */
  readonly codes: readonly string[];
}

const BRACKET = /[([【〔<〈《「『]([^)\]】〕>〉》」』]{0,200})[)\]】〕>〉》」』]/gu;
const REPEALED = /폐\s?지|폐기|실효|^구$|^구\s?규정$|舊|repealed|superseded|obsolete|withdrawn|rescinded/iu;
const EDITION =
  /\d{4}\s*[.년-]|^\d{4}$|시행|개정|제정|전문|일부|현행|\bversion\b|\bv\d|\brev|\bedition\b|\beffective\b|\bas amended\b|\d{6,8}/iu;
const OLD_PREFIX = /^(?:구|舊)\s*[)\].]?\s+|^(?:구|舊)[)\]]/u;
const TAIL =
  /(?:\.(?:pdf|hwpx?|docx?|md|txt|html?))$|[\s_-]{1,20}(?:v(?:er(?:sion)?)?\.?\s?\d[\d.]{0,20}|(?:19|20)\d\d(?:[-.]\d{1,2}){0,2}(?:\s?년)?|폐지|repealed)$/iu;
const CODE =
  /(?<![\p{L}\p{N}])(?:[a-z]{1,8}[-_ ]?)?\d{1,4}(?:-\d{1,4})+[a-z]?(?![\p{L}\p{N}])|(?<![\p{L}\p{N}])[a-z]{2,8}-\d{1,6}[a-z]?(?![\p{L}\p{N}])/giu;
const DATE = /^(?:19|20)\d\d-\d{1,2}(?:-\d{1,2})?$/u;
/** A title that ends with its own short name, `General Data Rules (GDR)`. */
const SHORT_NAME = /[(（]([^()（）]{2,20})[)）]\s*$/u;
const MAX_LABEL = 80;

/** Codes such as `RG-012-3` or `3-2-23`, normalized; dates are not codes. */
export function codesIn(text: string): string[] {
  const found = plainText(text).replace(/[–—]/gu, '-').match(CODE) ?? [];
  return [
    ...new Set(found.filter((code) => !DATE.test(code)).map((code) => code.toLowerCase().replace(/[_ ]/gu, '-'))),
  ];
}

/** Reads the title of a document. */
export function readTitle(title: string): RegulationTitle {
  const codes = codesIn(title);
  const cleaned = withoutStatus(plainText(title).trim());
  const { name, provision, titleKey } = splitProvision(cleaned.text);
  const plain = withoutCode(name).trim();
  const key = nameKeyOf(plain);
  const spellings = new Map<string, Nearness>();
  addSpellings(spellings, plain, key);
  const words = /\p{Script=Latin}/u.test(plain) ? englishWords(plain) : [];
  const initials = initialsOf(plain);
  return { key, spellings, words, initials, provision, titleKey, repealed: cleaned.repealed, codes };
}

function withoutStatus(title: string): { text: string; repealed: boolean } {
  let repealed = OLD_PREFIX.test(title);
  let text = title.replace(OLD_PREFIX, '').replace(BRACKET, (whole: string, inside: string) => {
    if (REPEALED.test(inside.trim())) repealed = true;
    else if (!EDITION.test(inside) || /제\s*\d+\s*조/u.test(inside)) return whole;
    return ' ';
  });
  for (let tail = TAIL.exec(text.trim()); tail !== null; tail = TAIL.exec(text.trim())) {
    if (/폐지|repealed/iu.test(tail[0])) repealed = true;
    text = text.trim().slice(0, tail.index);
  }
  return { text: text.trim(), repealed };
}

/** `휴학규정 제8조 (휴학의 신청)`, `Student Handbook - Section 4.2: Housing`, `Rule 7 Touchlines`. */
function splitProvision(text: string): { name: string; provision: Provision | undefined; titleKey: string } {
  const reference = readReferences(text).find((read) => read.isSure);
  if (reference === undefined || text.length > MAX_LABEL * 4) return { name: text, provision: undefined, titleKey: '' };
  const name = text.slice(0, reference.start).replace(/(?<![\s\-–—:|>,·/(])[\s\-–—:|>,·/(]+$/u, '');
  const label = readLabel(text.slice(reference.start));
  if (label.provision === undefined) return { name: text, provision: undefined, titleKey: '' };
  return { name, provision: label.provision, titleKey: label.titleKey };
}

function withoutCode(name: string): string {
  const rest = name.replace(CODE, (code) => (DATE.test(code) ? code : ' ')).replace(/^[\s.:)\]|_-]+/u, '');
  return nameKeyOf(rest).length > 1 ? rest : name;
}

function addSpellings(spellings: Map<string, Nearness>, plain: string, key: string): void {
  const add = (spelling: string, nearness: Nearness): void => {
    if (spelling.length > 1 && (spellings.get(spelling) ?? 3) > nearness) spellings.set(spelling, nearness);
  };
  add(key, 0);
  const short = SHORT_NAME.exec(plain)?.[1] ?? '';
  if (typedName(nameKeyOf(short)).type !== undefined || /^[A-Z][A-Za-z]*[A-Z]/u.test(short)) add(nameKeyOf(short), 1);
  const names = [plain, plain.replace(BRACKET, ' '), plain.replace(/^the\s+/iu, '')];
  for (const name of names) {
    const spelling = nameKeyOf(name);
    add(spelling, spelling === key ? 0 : 1);
    const rest = withoutInstitution(name, spelling);
    add(rest, 1);
    for (const whole of [spelling, rest]) addStem(whole, add);
  }
}

function addStem(whole: string, add: (spelling: string, nearness: Nearness) => void): void {
  const { stem, type } = typedName(whole);
  // `학칙` does not abbreviate `학칙 시행세칙`: it is another regulation.
  if (type !== undefined && stem.length > 1 && typedName(stem).type === undefined) add(stem, 2);
}

/** An organisation's name is dropped only where a whole name remains: nothing would remain of `해온대학교규정`. */
function withoutInstitution(name: string, spelling: string): string {
  const spaced = /^([가-힣]{2,12}(?:대학|연구원|병원|센터|회사|시|도|군|구))\s+(?=\S)/u.exec(name.trim());
  const cut = institutionLength(spelling) || (spaced === null ? 0 : nameKeyOf(spaced[1] ?? '').length);
  const rest = spelling.slice(cut);
  const { stem, type } = typedName(rest);
  return cut > 0 && type !== undefined && (stem !== '' || /학칙|정관|헌장/u.test(type)) ? rest : spelling;
}

const MIN_INITIALS = 3;

function initialsOf(plain: string): string {
  const words = plain.match(/\p{L}[\p{L}\p{N}]*/gu) ?? [];
  if (!words.every((word) => /^\p{Script=Latin}/u.test(word))) return '';
  const content = words.filter((word) => /^\p{Lu}/u.test(word) || isEnglishType(word.toLowerCase()));
  return content.length < MIN_INITIALS ? '' : content.map((word) => word.charAt(0).toLowerCase()).join('');
}

/** Spellings without function words, as they are compared. */
export function skeletons(spellings: ReadonlyMap<string, Nearness>): ReadonlyMap<string, Nearness> {
  const found = new Map<string, Nearness>();
  for (const [spelling, nearness] of spellings) {
    const skeleton = skeletonOf(foldedText(spelling).key);
    if (skeleton.length > 1 && (found.get(skeleton) ?? 3) > nearness) found.set(skeleton, nearness);
  }
  return found;
}
