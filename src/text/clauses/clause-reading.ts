import { attributionSpan } from './attribution.js';
import { CalendarDate, calendarDates } from '../dates/calendar-dates.js';
import { Citation, citations, placeNumbers } from './citations.js';
import { Modality, modality } from './modality.js';
import { endsNegated, Negation, negations } from './negations.js';
import { poles } from './opposites.js';
import { StatusMark, statusMarks } from './provision-status.js';
import { Quantity, quantities } from '../quantities/quantities.js';
import { contentWords, Word } from './words.js';

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
  private numbers: { readonly dates: readonly CalendarDate[]; readonly quantities: readonly Quantity[] } | undefined;
  private denied: readonly Negation[] | undefined;
  private sides: Uint8Array | undefined;
  private triples: ReadonlySet<string> | undefined;

  constructor(readonly text: string) {
    this.marks = statusMarks(text);
    const labelled = blanked(text, [...this.marks, labelSpan(text)]).replace(/[①-⑳㉑-㉟]/gu, ' ');
    const unlabelled = blanked(labelled, [attributionSpan(labelled)]);
    this.citations = citations(unlabelled);
    this.plain = blanked(unlabelled, [...this.citations, ...placeNumbers(unlabelled)]);
    this.words = contentWords(this.plain).filter((word) => word.script !== 'number');
  }

  get dates(): readonly CalendarDate[] {
    return this.readNumbers().dates;
  }

  get quantities(): readonly Quantity[] {
    return this.readNumbers().quantities;
  }

  get negations(): readonly Negation[] {
    return (this.denied ??= negations(this.plain));
  }

  get endsNegated(): boolean {
    return endsNegated(this.plain.trimEnd());
  }

  get modality(): Modality {
    return modality(this.plain);
  }

  get poles(): Uint8Array {
    return (this.sides ??= poles(this.plain));
  }

  /** Letter triples of all words, with Hangul decomposed: inflected verbs share most of theirs. */
  get letterTriples(): ReadonlySet<string> {
    return (this.triples ??= new Set(this.words.flatMap(triplesOf)));
  }

  private readNumbers(): { readonly dates: readonly CalendarDate[]; readonly quantities: readonly Quantity[] } {
    if (this.numbers === undefined) {
      const dates = calendarDates(this.plain);
      this.numbers = { dates, quantities: quantities(this.plain, dates) };
    }
    return this.numbers;
  }
}
