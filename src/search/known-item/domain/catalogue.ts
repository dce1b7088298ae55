import { skeletonOf, foldedText } from './normalized-text-of.js';
import { NameIndex } from './name-index.js';
import type { RuleBook } from './rule-book.js';
import { CataloguedPassage, Place, PlaceReader } from './place.js';
import { type ProvisionLabel, labelsOf, readLabel } from './provision-label.js';
import { Provision, provisionKey } from './provision.js';
import { codesIn, readTitle, RegulationTitle } from './regulation-title.js';
import { Postings } from './key-table.js';
import { englishWords, isEnglishType, typedName } from './regulation-type.js';

/** A document to be added to the catalogue. */
export interface CatalogueEntry {
  /** Internal number of the document. */
  readonly document: number;
  readonly title: string;
  /** Codes such as `3-2-23` may also be here. */
  readonly documentId?: string;
  /** Editions of one rule book are sorted newest first: by effective day, otherwise by date, otherwise by version. */
  readonly effectiveFrom?: string | null;
  readonly date?: string | null;
  readonly version?: string | null;
  readonly passages: readonly CataloguedPassage[];
}

/** A document with its passages in order. */
export interface CataloguedDocument {
  readonly document: number;
  readonly book: RuleBook;
  readonly repealed: boolean;
  /** The title says that the document is one provision of a rule book. */
  readonly isPart: boolean;
  readonly edition: string;
  readonly places: readonly Place[];
  readonly codes: readonly string[];
}

/** All rule books by name, code, number and article title; updated document by document. */
export class Catalogue {
  readonly names = new NameIndex();
  private readonly documents = new Map<number, CataloguedDocument>();
  private readonly places = new PlaceReader();
  private readonly byCode = new Postings<number>();
  private readonly byProvision = new Postings<number>();
  private readonly byTitle = new Postings<number>();

  /** Adds a document, replacing the one under its number. */
  add(entry: CatalogueEntry): void {
    const title = readTitle(entry.title);
    const codes = [...new Set([...title.codes, ...codesIn(entry.documentId ?? '')])];
    const edition = `${entry.effectiveFrom ?? ''}|${entry.date ?? ''}|${padded(entry.version ?? '')}`;
    const named: ProvisionLabel = { provision: title.provision, titleKey: title.titleKey };
    const places = entry.passages.map((passage) => this.places.read(passage, named));
    const isPart = title.provision !== undefined;
    this.put(title, { document: entry.document, repealed: title.repealed, isPart, edition, places, codes });
  }

  /** Adds a document that is already parsed, replacing the one under its number. */
  put(
    title: RegulationTitle,
    { document: number, repealed, isPart, edition, places, codes }: Omit<CataloguedDocument, 'book'>,
  ): void {
    this.remove(number);
    const book = this.names.add(number, title);
    const document = { document: number, book, repealed, isPart, edition, places, codes };
    this.documents.set(number, document);
    this.enter(document, true);
  }

  remove(document: number): void {
    const known = this.documents.get(document);
    if (known === undefined) return;
    this.enter(known, false);
    this.names.remove(document, known.book);
    this.documents.delete(document);
  }

  get(document: number): CataloguedDocument | undefined {
    return this.documents.get(document);
  }

  all(): Iterable<CataloguedDocument> {
    return this.documents.values();
  }

  /** Documents with this code, `rg-012-3`. */
  withCode(code: string): ReadonlySet<number> {
    return this.byCode.of(code);
  }

  /** Documents that contain a provision of exactly this unit and number. */
  withProvision(provision: Provision): ReadonlySet<number> {
    return this.byProvision.of(provisionKey(provision));
  }

  /** Documents with a numbered provision of this title; the key has no function words. */
  withTitle(skeleton: string): ReadonlySet<number> {
    return this.byTitle.of(skeleton);
  }

  private enter(document: CataloguedDocument, isThere: boolean): void {
    for (const code of document.codes) this.byCode.set(code, document.document, isThere);
    for (const place of document.places) {
      for (const own of place.own) this.byProvision.set(provisionKey(own), document.document, isThere);
      if (place.own.length > 0 && place.titleKey !== '')
        this.byTitle.set(skeletonOf(place.titleKey), document.document, isThere);
    }
  }
}

/** Pads numbers of a version so that they sort as text: `2.10` after `2.9`. */
function padded(version: string): string {
  return version.replace(/\d+/gu, (digits) => digits.padStart(12, '0'));
}

/**
 * Whether a question can name the document as a book of rules: its title says so or contains a code, or it has numbered
 * provisions. Notes and entries of a knowledge base are found by the ranking; a catalogue of all of them would take
 * more memory than the index.
 */
export function isRuleBook({ title, documentId, passages }: CatalogueEntry): boolean {
  return (
    passages.some((p) => p.article !== undefined) ||
    isNamedAsRules(title) ||
    codesIn(`${title} ${documentId ?? ''}`).length > 0 ||
    passages.some((p) => labelsOf(p.section).some((label) => readLabel(label).provision !== undefined))
  );
}

function isNamedAsRules(title: string): boolean {
  return (
    title.split(/[\s()[\]·,]+/u).some((word) => typedName(foldedText(word).key).type !== undefined) ||
    englishWords(title).some(isEnglishType)
  );
}
