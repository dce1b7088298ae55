import type { ProvisionKind } from './provision-label.js';
import type { Catalogue, CataloguedDocument } from './catalogue.js';
import type { Place } from './place.js';
import type { RuleBook } from './rule-book.js';
import { ALIKE_UNITS, likeness, Provision, Unit } from './provision.js';
import type { Reference } from './reference.js';
import { isWanted, titleLikeness, WantedTitle } from './title-likeness.js';

/** A passage with its document. */
export interface Selected {
  readonly place: Place;
  readonly document: CataloguedDocument;
}

/** Titles below this similarity are different titles. */
const ALIKE = 0.5;
/** Titles within this distance of the best are equally good. */
const TIE = 0.05;

/** The passages of a catalogue that a caller may see; no result depends on any other passage. */
export class Selection {
  private readonly visible = new Map<RuleBook, boolean>();

  constructor(
    private readonly catalogue: Catalogue,
    private readonly admits: (passage: number) => boolean,
    private readonly prefersRepealed: boolean,
  ) {}

  /** Whether the caller may see a passage of the book. */
  isVisible(book: RuleBook): boolean {
    let visible = this.visible.get(book);
    if (visible === undefined) {
      visible = this.hasAny(book.documents);
      this.visible.set(book, visible);
    }
    return visible;
  }

  private hasAny(documents: Iterable<number>): boolean {
    for (const document of documents)
      if (this.catalogue.get(document)?.places.some(({ id }) => this.admits(id)) === true) return true;
    return false;
  }

  /**
   * Passages of some documents, in the order of the book: in force before repealed, new before old, then document
   * order.
   */
  all(documents: Iterable<number>): Selected[] {
    const found = [...documents].flatMap((number) => this.catalogue.get(number) ?? []);
    found.sort((a, b) => this.compare(a, b));
    return found.flatMap((document) =>
      document.places.filter(({ id }) => this.admits(id)).map((place) => ({ place, document })),
    );
  }

  /** The documents with a number, if only one book has it; under another unit if none has it under its own. */
  everywhere(provision: Provision): Selected[] {
    const own = this.inOneBook([provision.unit], provision);
    if (own !== undefined) return own;
    const others = [...ALIKE_UNITS].filter((unit) => unit !== provision.unit);
    return ALIKE_UNITS.has(provision.unit) ? (this.inOneBook(others, provision) ?? []) : [];
  }

  /** Undefined if no book has it, [] if several have it. */
  private inOneBook(units: readonly Unit[], { number }: Provision): Selected[] | undefined {
    const found: CataloguedDocument[] = [];
    for (const unit of units) {
      for (const id of this.catalogue.withProvision({ unit, number })) {
        const document = this.catalogue.get(id);
        if (document === undefined || !this.holds(document, { unit, number })) continue;
        if (found[0] !== undefined && found[0].book.key !== document.book.key) return [];
        found.push(document);
      }
    }
    return found.length === 0 ? undefined : this.all(found.map(({ document }) => document));
  }

  private holds(document: CataloguedDocument, provision: Provision): boolean {
    return document.places.some(
      (place) =>
        this.admits(place.id) && place.kind !== 'supplement' && place.own.some((own) => likeness(provision, own) === 2),
    );
  }

  private compare(a: CataloguedDocument, b: CataloguedDocument): number {
    const sign = this.prefersRepealed ? -1 : 1;
    return (
      (Number(a.repealed) - Number(b.repealed)) * sign ||
      Number(a.isPart) - Number(b.isPart) ||
      (a.isPart && b.isPart ? compareParts(a, b) : compareTexts(b.edition, a.edition)) ||
      a.document - b.document
    );
  }

  /** The passages among `among` that a reference names; for a chapter, all passages in it. */
  numbered(among: readonly Selected[], reference: Reference, inSupplement: boolean): Selected[] {
    const { provision, paragraph } = reference;
    if (provision.unit === 'addendum') return supplements(among);
    if (provision.number === '')
      return among.filter(({ place }) => place.own.some(({ unit }) => unit === provision.unit));
    const kinds = kindsOf(provision, inSupplement);
    const allowed = among.filter(({ place }) => kinds.has(place.kind));
    const found = best(allowed, provision);
    if (inSupplement) return found.length > 0 ? supplements(found) : supplements(among);
    return paragraph === undefined ? found : withParagraph(found, paragraph);
  }

  /** The passages with a title; if none has exactly this title and `similar` is set, the most similar ones. */
  titled(among: readonly Selected[], wanted: WantedTitle, similar: boolean): { found: Selected[]; isExact: boolean } {
    const ranked = [...articlesFirst(among)];
    const exact = ranked.filter(({ place }) => isWanted(wanted, place.titleKey));
    if (exact.length > 0 || !similar) return { found: exact, isExact: true };
    const scored = ranked.map((selected) => ({ selected, likeness: titleLikeness(wanted, selected.place.titleKey) }));
    const top = Math.max(0, ...scored.map((s) => s.likeness));
    const found = scored.filter((s) => s.likeness >= Math.max(ALIKE, top - TIE)).map((s) => s.selected);
    return { found, isExact: false };
  }
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Articles that are separate documents are sorted by kind and number. */
function compareParts(a: CataloguedDocument, b: CataloguedDocument): number {
  const [x, y] = [a.places[0], b.places[0]];
  if (x === undefined || y === undefined) return 0;
  return KIND_ORDER[x.kind] - KIND_ORDER[y.kind] || compareTexts(numberOrder(x), numberOrder(y));
}

function numberOrder(place: Place): string {
  return (place.own[0]?.number ?? '').replace(/\d+/gu, (digits) => digits.padStart(6, '0'));
}

const KIND_ORDER: Readonly<Record<ProvisionKind, number>> = { article: 0, other: 1, supplement: 2, form: 3 };

function articlesFirst(among: readonly Selected[]): Selected[] {
  return [...among].sort((a, b) => KIND_ORDER[a.place.kind] - KIND_ORDER[b.place.kind]);
}

function kindsOf(provision: Provision, inSupplement: boolean): ReadonlySet<ProvisionKind> {
  if (inSupplement) return new Set<ProvisionKind>(['supplement']);
  if (provision.unit === 'annex' || provision.unit === 'form') return new Set<ProvisionKind>(['form']);
  return new Set<ProvisionKind>(['article', 'other']);
}

/** The provision itself comes before one with the same number under another name, and before passages inside it. */
function best(among: readonly Selected[], provision: Provision): Selected[] {
  const own = ({ place }: Selected): number => Math.max(0, ...place.own.map((part) => likeness(provision, part)));
  for (const wanted of [2, 1]) {
    const found = among.filter((selected) => own(selected) === wanted);
    const inside = among.filter((s) => s.place.within.some((part) => likeness(provision, part) === wanted));
    if (found.length > 0 || inside.length > 0) return [...found, ...inside.filter((s) => !found.includes(s))];
  }
  return [];
}

/** The last of several supplements is that of the newest amendment. */
function supplements(among: readonly Selected[]): Selected[] {
  const found = among.filter(({ place }) => place.kind === 'supplement');
  const order = new Map<string, number>();
  for (const { place, document } of found) {
    const group = `${document.document} ${place.group}`;
    if (!order.has(group)) order.set(group, order.size);
  }
  const documents = new Map<number, number>();
  for (const { document } of found)
    if (!documents.has(document.document)) documents.set(document.document, documents.size);
  const rank = ({ place, document }: Selected): number => order.get(`${document.document} ${place.group}`) ?? 0;
  const place = ({ document }: Selected): number => documents.get(document.document) ?? 0;
  return [...found].sort((a, b) => place(a) - place(b) || rank(b) - rank(a));
}

/** For an article of several passages: first the one in which the paragraph starts or continues. */
function withParagraph(found: readonly Selected[], paragraph: number): Selected[] {
  const holds = ({ place }: Selected): boolean =>
    place.paragraphs !== undefined && place.paragraphs[0] <= paragraph && paragraph <= place.paragraphs[1];
  return [...found.filter((s) => holds(s)), ...found.filter((s) => !holds(s))];
}
