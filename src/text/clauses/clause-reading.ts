import { Citation, citations, placeNumbers } from './citations.js';
import { endsNegated, Negation, negations } from './negations.js';
import { poles } from './opposites.js';
import { StatusMark, statusMarks } from './provision-status.js';
import { readValues } from '../values/read-values.js';
import { CalendarDate, isQuantity, Quantity, Value } from '../values/value.js';
import { memoize } from '../memoize.js';
import { contentWords, Word } from './words.js';
import { TextSpan } from '../text-span.js';

/** Words for documents in general; a named one (`휴학 규정`, 「휴학 규정」) identifies the text, and is compared. */
const KOREAN_SOURCE =
  '(?:규정|학칙|규칙|지침|세칙|내규|문서|자료|본문|원문|출처|근거|안내(?:문|서)?|매뉴얼|편람|내용|조항|정보)(?:들)?';
const KOREAN_DETERMINER =
  '(?:(?:위|해당|관련|이|그|본|현행|우리|제시된|제공된|주어진|첨부된|검색된|찾은|확인된|대학|학교|회사|사내)(?:의)?\\s+)*';
const KOREAN = new RegExp(
  `^[\\s(]*${KOREAN_DETERMINER}${KOREAN_SOURCE}(?:` +
    '에\\s?(?:따르면|의하면|의거하면|비추어 보면)' +
    '|(?:에|에서)\\s?(?:나와 ?있|나오|명시되어 ?있|명시된|적혀 ?있|기재되어 ?있|밝히|밝힌|규정되어 ?있)(?:듯이|는 ?대로|는 ?바와 ?같이|\\s바와 ?같이|\\s대로)?' +
    '|(?:을|를)\\s?(?:보면|확인하면|살펴보면)' +
    ')(?:[,，]|(?=\\s))',
  'u',
);
const ENGLISH =
  /^[\s(]*(?:according to|as (?:stated|noted|described|written|specified) in|per|based on) (?:(?:the|these|those|this|our|your|all|provided|given|available|relevant|retrieved|university|company)\s+)*(?:documents?|documentation|rules?|regulations?|polic(?:y|ies)|handbook|manual|guidelines?|texts?|passages?|sources?|evidence|materials?|information)(?:,|(?=\s))/iu;

/** An opening clause that attributes a claim to a document: `규정에 따르면`, `According to the handbook,`. It is not part of the claim. */
export function attributionSpan(text: string): TextSpan {
  const match = KOREAN.exec(text) ?? ENGLISH.exec(text);
  return { start: 0, end: match?.[0].length ?? 0 };
}

export type Modality = 'must' | 'may' | 'none';

const MUST =
  /(?:여야|어야|아야|해야|되어야|이어야)\s?(?:만\s?)?(?:하|한|합|할|됩|된|돼)|의무|필수|\b(?:must|shall|has to|have to|is required to|are required to|obliged)\b/iu;
const MAY = /수\s?있(?!어야)|(?:아니하여도|않아도)\s?된|가능하|\b(?:may|can|is allowed to|are allowed to|optional)\b/iu;

/** Returns whether a clause obliges or permits. Obligation takes precedence. */
export function modality(text: string): Modality {
  return MUST.test(text) ? 'must' : MAY.test(text) ? 'may' : 'none';
}

/** `제6조의2(자격)`, `제6조 ①`, `제6조 삭제`: the number of an article whose text follows. Its title stays: it names the topic. */
const ARTICLE_LABEL =
  /^\s*(?:#{1,6}\s+)?(?:\*\*)?제\s?\d{1,4}\s?조(?:\s?의\s?\d{1,3})?(?=\s?[(（【[]|\s*$|\s+[①-⑳]|\s+삭제|\*\*)/u;
/** `1. `, `(2)`, `가. `, `- `: numbers of items, which are not quantities. */
const ITEM_LABEL = /^\s*(?:#{1,6}\s+)?(?:\d{1,3}[.)](?=\s)|\(\d{1,3}\)|[가-하][.)](?=\s)|[-*•·]\s)/u;

function blanked(text: string, spans: readonly { readonly start: number; readonly end: number }[]): string {
  let out = text;
  for (const { start, end } of spans) out = out.slice(0, start) + ' '.repeat(end - start) + out.slice(end);
  return out;
}

function labelSpan(text: string): { start: number; end: number } {
  const label = ARTICLE_LABEL.exec(text) ?? ITEM_LABEL.exec(text);
  return { start: 0, end: label?.[0].length ?? 0 };
}

function triplesOf({ letters }: Word): string[] {
  return letters.length < 3 ? [letters] : Array.from({ length: letters.length - 2 }, (_, i) => letters.slice(i, i + 3));
}

/** The comparable features of a clause. Offsets are relative to the clause. Computed on demand: most clauses are never aligned. */
export class ClauseReading {
  /** The text with labels, attributions, citations and amendment notes replaced by spaces. */
  private readonly plain: string;
  /** Content words, without numbers and citations. */
  readonly words: readonly Word[];
  readonly citations: readonly Citation[];
  readonly marks: readonly StatusMark[];
  private known: readonly Value[] | undefined;
  private denied: readonly Negation[] | undefined;
  private sides: Uint8Array | undefined;
  private triples: ReadonlySet<string> | undefined;

  /** @param isLabelled the label before a colon is the title of a text, and no part of the claim */
  constructor(
    readonly text: string,
    isLabelled = false,
  ) {
    this.marks = statusMarks(text);
    const labelled = blanked(text, [...this.marks, labelSpan(text)]).replace(/[①-⑳㉑-㉟]/gu, ' ');
    const unlabelled = blanked(labelled, [attributionSpan(labelled)]);
    this.citations = citations(unlabelled);
    const cited = this.citations.filter(({ unsure }) => unsure !== 'label' || isLabelled);
    this.plain = blanked(unlabelled, [...cited, ...placeNumbers(unlabelled)]);
    this.words = contentWords(this.plain).filter((word) => word.script !== 'number');
  }

  get values(): readonly Value[] {
    return (this.known ??= readValues(this.plain));
  }

  get dates(): readonly CalendarDate[] {
    return this.values.filter((value) => value.kind === 'date');
  }

  get quantities(): readonly Quantity[] {
    return this.values.filter(isQuantity);
  }

  get negations(): readonly Negation[] {
    return (this.denied ??= negations(this.plain));
  }

  get endsNegated(): boolean {
    return endsNegated(this.plain.trimEnd());
  }

  get modality(): Modality {
    // `10 May` permits nothing.
    return modality(/May|MAY/u.test(this.plain) ? blanked(this.plain, this.dates) : this.plain);
  }

  get poles(): Uint8Array {
    return (this.sides ??= poles(this.plain));
  }

  /** Letter triples of all words, with Hangul decomposed: inflected verbs share most of theirs. */
  get letterTriples(): ReadonlySet<string> {
    return (this.triples ??= new Set(this.words.flatMap(triplesOf)));
  }
}

/** Sentences whose reading is kept: answers are compared with the same documents again and again. */
const REMEMBERED = 8_000;

/** The reading of a sentence without a label, which is kept. */
export const clauseReading = memoize(REMEMBERED, (text: string) => new ClauseReading(text));
