import { QuotedSource } from '../../shared/domain/quoted-source.js';
import { StoredDocument } from '../domain/document.js';
import { changeOfQuote, EditionChange } from '../domain/edition-changes.js';

/** Why a quotation is outdated. */
export interface QuoteChange {
  /** The edition that is quoted. */
  readonly quoted: StoredDocument;
  readonly quote: string;
  /** The first later edition that says something else. */
  readonly edition: StoredDocument;
  readonly change: EditionChange;
}

type Quotation = QuotedSource & { readonly quote: string };

interface Editions {
  readonly find: (documentId: string) => Promise<StoredDocument | undefined>;
  /** Editions after this one whose first day has come, oldest first. */
  readonly later: (documentId: string) => Promise<readonly StoredDocument[]>;
  readonly changes: (before: StoredDocument, after: StoredDocument) => Promise<readonly EditionChange[]>;
}

/** Compares many quotations with the later editions of their documents. Reads each edition once. */
export class QuoteComparisons {
  private readonly found = new Map<string, Promise<StoredDocument | undefined>>();
  private readonly later = new Map<string, Promise<readonly StoredDocument[]>>();

  constructor(private readonly editions: Editions) {}

  /** Whether the newest edition in force says something else than the quotation. */
  async isOutdated(source: QuotedSource): Promise<boolean> {
    const { quote } = source;
    const newest = (await this.laterThan(source.documentId)).at(-1);
    if (quote === undefined || newest === undefined) return false;
    return (await this.compare({ ...source, quote }, newest)) !== undefined;
  }

  /** What made the quotation outdated; undefined if the newest edition in force still says the same. */
  async changeOf(source: QuotedSource): Promise<QuoteChange | undefined> {
    const { documentId, quote } = source;
    if (quote === undefined || !(await this.isOutdated(source))) return undefined;
    for (const edition of await this.laterThan(documentId)) {
      const found = await this.compare({ ...source, quote }, edition);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  private async compare(
    { documentId, quote, start }: Quotation,
    edition: StoredDocument,
  ): Promise<QuoteChange | undefined> {
    const quoted = await this.remember(this.found, documentId, () => this.editions.find(documentId));
    if (quoted === undefined) return undefined;
    const change = changeOfQuote({ quote, start }, quoted.text, await this.editions.changes(quoted, edition));
    return change === undefined ? undefined : { quoted, quote, edition, change };
  }

  private laterThan(documentId: string): Promise<readonly StoredDocument[]> {
    return this.remember(this.later, documentId, () => this.editions.later(documentId));
  }

  private remember<T>(known: Map<string, Promise<T>>, key: string, make: () => Promise<T>): Promise<T> {
    const value = known.get(key) ?? make();
    known.set(key, value);
    return value;
  }
}
