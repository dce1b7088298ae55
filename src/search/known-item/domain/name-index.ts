import { Abbreviation, abbreviation } from './abbreviation.js';
import { FoldedText, nameKeyOf, skeletonOf } from './normalized-text-of.js';
import { KeyTable, Postings } from './key-table.js';
import { Nearness, RegulationTitle, skeletons } from './regulation-title.js';
import { bookOf, compareBooks, identityOf, isPart, piecesOf, RuleBook } from './rule-book.js';
import { isEnglishType, typedName } from './regulation-type.js';

/** A name found in a question, with its offsets in the source text. */
export interface Mention {
  readonly book: RuleBook;
  readonly nearness: Nearness;
  readonly start: number;
  readonly end: number;
}

/** Accepts rule books with a passage that the caller may see. */
export type BookFilter = (book: RuleBook) => boolean;

/** Stems that half of all rule books share; alone they abbreviate none. */
const GENERIC_STEM = /^(?:운영|관리|시행|처리|위원회|설치|기본|업무|센터|연구소|위원회운영|설치운영|운영관리)$/u;

/** Names of rule books: finds them in a question in full or by an abbreviation. */
export class NameIndex {
  private readonly books = new Map<string, RuleBook>();
  private readonly written = new KeyTable<RuleBook>();
  private readonly skeletal = new KeyTable<RuleBook>();
  /** By pairs of syllables of the stem, and by its first syllable. */
  private readonly byPiece = new Postings<RuleBook>();
  private readonly byWord = new Postings<RuleBook>();
  private readonly byInitials = new Postings<RuleBook>();

  /** Adds a document under its name. */
  add(document: number, title: RegulationTitle): RuleBook {
    const identity = identityOf(title);
    let book = this.books.get(identity);
    if (book === undefined) {
      book = bookOf(title, identity);
      this.books.set(identity, book);
      this.enter(book, true);
    }
    book.documents.add(document);
    return book;
  }

  remove(document: number, book: RuleBook): void {
    book.documents.delete(document);
    if (book.documents.size > 0) return;
    this.books.delete(book.identity);
    this.enter(book, false);
  }

  /** All names in a text, the longest at each offset; `skeleton` is the text without function words. */
  mentions(text: FoldedText, skeleton: FoldedText, admits: BookFilter): Mention[] {
    const found = [...this.written.find(text, admits), ...this.skeletal.find(skeleton, admits)];
    const byLength = found.sort(
      (a, b) =>
        b.end - b.start - (a.end - a.start) ||
        a.start - b.start ||
        a.nearness - b.nearness ||
        compareBooks(a.value, b.value),
    );
    const kept: Mention[] = [];
    for (const { value: book, nearness, start, end } of byLength) {
      const isFree = kept.every((other) => end <= other.start || other.end <= start || isSamePlace(other, start, end));
      const here = isFree ? kept.filter((other) => other.start === start) : [];
      // A name without its type does not count where another name occurs in full.
      const isKnown = here.some((other) => other.book === book || (nearness === 2 && other.nearness < 2));
      if (isFree && !isKnown) kept.push({ book, nearness, start, end });
    }
    return kept.sort((a, b) => a.start - b.start);
  }

  /** Rule books that have a spelling as their name, without an abbreviation. */
  exact(spelling: string, admits: BookFilter): RuleBook[] {
    const key = nameKeyOf(spelling);
    const found = [...this.written.at(key), ...this.skeletal.at(skeletonOf(key))];
    found.sort((a, b) => a[1] - b[1] || compareBooks(a[0], b[0]));
    return [...new Set(found.map(([book]) => book))].filter(admits);
  }

  /**
   * Rule books that a Korean spelling abbreviates, closest first: fewest pieces, then fewest omitted syllables. Only
   * those within one syllable of the closest.
   * @param key normalized
   */
  abbreviated(key: string, admits: BookFilter): RuleBook[] {
    const { stem, type } = typedName(key);
    const short = skeletonOf(stem);
    if (short.length < 2 || GENERIC_STEM.test(short)) return [];
    const found: Near[] = [];
    for (const book of this.candidates(short, type)) {
      if (type !== undefined && book.type !== type && book.type?.endsWith(type) !== true) continue;
      const near = nearestOf(short, type, book.stems);
      if (near !== undefined && admits(book)) found.push({ book, ...near });
    }
    return nearest(found);
  }

  /** An abbreviated name contains the first two syllables next to each other, or starts with the first one. */
  private *candidates(short: string, type: string | undefined): Generator<RuleBook> {
    const pair = this.byPiece.of(short.slice(0, 2));
    yield* pair;
    // Without a type there are no initials.
    if (type === undefined) return;
    for (const book of this.byPiece.of(short.charAt(0))) if (!pair.has(book)) yield book;
  }

  /** Rule books whose English name contains all these words in order, or has these initials. */
  byWords(words: readonly string[], admits: BookFilter): RuleBook[] {
    const content = words.filter((word) => !isEnglishType(word));
    const first = content[0] ?? words[0];
    if (first === undefined) return [];
    const found = [];
    for (const book of this.byWord.of(first)) {
      const omitted = book.words.length - words.length;
      if (!isPart(words, book.words, content.length)) continue;
      if (admits(book)) found.push({ book, pieces: 1, omitted });
    }
    return nearest(found);
  }

  /** Rule books with these initials, `slp`. */
  initials(letters: string, admits: BookFilter): RuleBook[] {
    return [...this.byInitials.of(letters)].filter(admits).sort(compareBooks);
  }

  private enter(book: RuleBook, isNew: boolean): void {
    const { title } = book;
    for (const [spelling, nearness] of title.spellings) this.written.set(spelling, book, isNew ? nearness : undefined);
    for (const [spelling, nearness] of skeletons(title.spellings)) {
      if (!title.spellings.has(spelling)) this.skeletal.set(spelling, book, isNew ? nearness : undefined);
    }
    for (const piece of piecesOf(book)) this.byPiece.set(piece, book, isNew);
    const isRules = title.words.some((word) => isEnglishType(word));
    for (const word of isRules ? title.words : []) this.byWord.set(word, book, isNew);
    if (title.initials !== '') this.byInitials.set(title.initials, book, isNew);
  }
}

function isSamePlace(other: Mention, start: number, end: number): boolean {
  return other.start === start && other.end === end;
}

function nearestOf(short: string, type: string | undefined, stems: readonly string[]): Abbreviation | undefined {
  const found = stems.flatMap((stem) => (isSubstantial(short, stem, type) ? (abbreviation(short, stem) ?? []) : []));
  return found.sort((a, b) => a.pieces - b.pieces || a.omitted - b.omitted)[0];
}

/** A spelling without a type must be most of the name: `휴학` may be anything. */
function isSubstantial(short: string, stem: string, type: string | undefined): boolean {
  return type !== undefined || (short.length >= 3 && short.length * 2 >= stem.length);
}

interface Near {
  readonly book: RuleBook;
  readonly pieces: number;
  readonly omitted: number;
}

function nearest(found: Near[]): RuleBook[] {
  found.sort((a, b) => a.pieces - b.pieces || a.omitted - b.omitted || compareBooks(a.book, b.book));
  const best = found[0];
  if (best === undefined) return [];
  return found.filter((f) => f.pieces === best.pieces && f.omitted <= best.omitted + 1).map(({ book }) => book);
}

/** Returns other words for a normalized word, for example the synonyms of the search. */
export interface Alternatives {
  of(word: string): readonly string[];
}

/** Data for looking up names. */
export interface NameKnowledge {
  readonly names: NameIndex;
  readonly admits: BookFilter;
  readonly synonyms: Alternatives;
}
