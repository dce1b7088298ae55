import { plainText } from './normalized-text-of.js';
import { canonicalNumber, Provision, Unit, unitOf } from './provision.js';
import { titleKeyOf } from './title-likeness.js';

/** The kind of a passage in its rule book, for its rank: articles first, then other text, then the rest. */
export type ProvisionKind = 'article' | 'supplement' | 'form' | 'other';

/** Indexed by the numbers that indexes store. */
export const PROVISION_KINDS: readonly ProvisionKind[] = ['article', 'supplement', 'form', 'other'];

const REQUESTED_SUPPLEMENT =
  /부\s?칙|시행일|경과\s?조치|적용례|supplementary provisions?|transitional provisions?|effective date/iu;
/** Not the 서식지 of animals, nor the 양식장 of fish. */
const REQUESTED_FORM =
  /별\s?표|별지|별첨|붙임|부표|서식(?![지하처])|양식(?![장업])|appendix|appendices|annex(?:es)?\b|\bschedules?\s+(?:\d|[A-Z]\b)|\bexhibit\b|\bforms?\s+\d|(?:application|request|claim|order)\s+form\b/iu;

/** Kinds that a question requests by name; they rank above articles, the others below. */
export function asksFor(question: string): ReadonlySet<ProvisionKind> {
  const text = question.normalize('NFKC');
  const kinds = new Set<ProvisionKind>();
  if (REQUESTED_SUPPLEMENT.test(text)) kinds.add('supplement');
  if (REQUESTED_FORM.test(text)) kinds.add('form');
  return kinds;
}

/** A parsed heading of a rule book: `제8조(휴학의 신청)`, `Section 4.2 Housing`, `[별표 1] 반환 기준`. */
export interface ProvisionLabel {
  readonly provision: Provision | undefined;
  /** Normalized title after the number; for a heading without a number, all of it. */
  readonly titleKey: string;
}

/** The separator of `section` paths. */
const PATH = ' > ';
const KOREAN =
  /^제\s{0,9}(\d{1,4}|[IVX]{1,5})\s{0,9}([조편장절관])(?:\s{0,9}의\s{0,9}(\d{1,3}))?\s{0,9}(?:[(（【[]([^\n]{0,200}?)[)）】\]](?=\s|$|[^가-힣]))?(.*)$/u;
const ADDENDUM = /^부\s{0,4}칙(?=$|[\s<〈[(（【\d])\s{0,20}(\d{0,2}(?=$|\s))(.*)$/u;
const SUPPLEMENT =
  /^[<〈[【(「〔]?\s{0,4}(별\s{0,4}표|별\s{0,4}지|별\s{0,4}첨|붙\s{0,4}임|부\s{0,4}표|서\s{0,4}식)\s{0,4}(?:제\s{0,4})?(\d{0,3})(?:-(\d{1,2}))?\s{0,4}(?:호)?(?:\s{0,4}의\s{0,4}(\d{1,2}))?\s{0,4}(?:서\s{0,4}식)?\s{0,4}(\d{0,3})\s{0,4}[>〉\]】)」〕]?(.*)$/u;
const ENGLISH =
  /^(article|art\.|section|sec\.|rule|chapter|part|clause|title|appendix|annex|schedule|exhibit|form|§{1,3})\s{0,9}(?:no\.?\s{0,9})?(\d{1,5}[a-z]?(?:[.–-]\d{1,4}[a-z]?){0,9}|[IVXLC]{1,7}|[A-Z])(?![\p{L}\p{N}])[.:)\]\s–—-]{0,20}(.*)$/iu;
const BARE = /^(\d{1,3}(?:[.-]\d{1,3}){0,9}[a-z]?)[.)]?\s{1,20}(?=\p{L})(.*)$/u;
const MARKS =
  /[<〈[【(（][^>〉\]】)）]{0,200}(?:\d{4}\s{0,9}[.년]|삭\s{0,9}제|개\s{0,9}정|신\s{0,9}설)[^>〉\]】)）]{0,200}[>〉\]】)）]?/gu;

/** Reads one heading. A single letter or Roman number is a number only after its unit. */
export function readLabel(label: string): ProvisionLabel {
  const text = plainText(label).trim();
  return korean(text) ?? addendum(text) ?? supplement(text) ?? english(text) ?? bare(text);
}

function korean(text: string): ProvisionLabel | undefined {
  const match = KOREAN.exec(text);
  const unit = unitOf(match?.[2] ?? '');
  if (match === null || unit === undefined) return undefined;
  const number = `${canonicalNumber(match[1] ?? '')}${match[3] === undefined ? '' : `-${Number(match[3])}`}`;
  return { provision: { unit, number }, titleKey: headingKey(match[4] ?? match[5] ?? '') };
}

function addendum(text: string): ProvisionLabel | undefined {
  const match = ADDENDUM.exec(text);
  if (match === null) return undefined;
  return { provision: { unit: 'addendum', number: match[1] ?? '' }, titleKey: headingKey(match[2] ?? '') };
}

function supplement(text: string): ProvisionLabel | undefined {
  const match = SUPPLEMENT.exec(text);
  if (match === null) return undefined;
  const [, word = '', number = '', sub, branch, behind = '', title = ''] = match;
  const isForm = /별\s*지|서\s*식/u.test(word) || /서\s*식/u.test(text.slice(0, text.length - title.length));
  const main = canonicalNumber(number === '' ? behind : number);
  const part = sub ?? branch;
  const unit: Unit = isForm ? 'form' : 'annex';
  return {
    provision: { unit, number: part === undefined ? main : `${main}-${Number(part)}` },
    titleKey: headingKey(title),
  };
}

function english(text: string): ProvisionLabel | undefined {
  const match = ENGLISH.exec(text);
  const unit = unitOf(match?.[1] ?? '');
  if (match === null || unit === undefined) return undefined;
  return {
    provision: { unit, number: canonicalNumber(match[2] ?? '') },
    titleKey: headingKey(match[3] ?? ''),
  };
}

function bare(text: string): ProvisionLabel {
  const match = BARE.exec(text);
  if (match === null) return { provision: undefined, titleKey: headingKey(text) };
  return {
    provision: { unit: 'number', number: canonicalNumber(match[1] ?? '') },
    titleKey: headingKey(match[2] ?? ''),
  };
}

function headingKey(text: string): string {
  return titleKeyOf(text.replace(MARKS, ' '));
}

/** Headings of a section path, the outermost first. */
export function labelsOf(section: string | undefined): readonly string[] {
  return section === undefined ? [] : section.split(PATH);
}

const KINDS: Readonly<Record<Unit, ProvisionKind>> = {
  article: 'article',
  section: 'article',
  rule: 'article',
  clause: 'article',
  number: 'article',
  chapter: 'other',
  part: 'other',
  addendum: 'supplement',
  annex: 'form',
  form: 'form',
};

/** The kind of a part with this unit. */
export function kindOfUnit(unit: Unit): ProvisionKind {
  return KINDS[unit];
}

/**
 * The kind of a passage, by its section path and, without a path, by how its text starts. A supplement or form anywhere
 * in the path gives its kind to everything below it: supplements have a 제1조 too.
 */
export function passageKind(section: string | undefined, text: string): ProvisionKind {
  let kind: ProvisionKind | undefined;
  for (const label of labelsOf(section)) {
    const unit = readLabel(label).provision?.unit;
    kind = unit === undefined ? 'other' : KINDS[unit];
    if (kind === 'supplement' || kind === 'form') return kind;
  }
  if (kind !== undefined) return kind;
  const unit = openingLabel(text)?.provision?.unit;
  return unit === undefined ? 'other' : KINDS[unit];
}

/** The number of an English heading is followed by its title, not by the rest of a sentence. */
const ENGLISH_OPENING =
  /^\S{1,20}\s{0,9}(?:no\.?\s{0,9})?[\p{L}\d.–-]{1,40}(?:[.:)–—-]|\s{0,40}$|\s{1,20}["“]?\p{Lu})/u;

/** The heading at the start of a passage without a section; a number alone, `12 members`, is not a heading. */
export function openingLabel(text: string): ProvisionLabel | undefined {
  const line = /^\s*(?:#{1,6}\s+)?([^\n]{0,160})/u.exec(text)?.[1]?.replace(/\*\*/gu, '') ?? '';
  const label = readLabel(line);
  if (label.provision === undefined || label.provision.unit === 'number') return undefined;
  return /^[A-Za-z§]/u.test(line) && !ENGLISH_OPENING.test(line) ? undefined : label;
}
