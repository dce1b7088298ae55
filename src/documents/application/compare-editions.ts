import { Injectable } from '@nestjs/common';
import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { Clock, today } from '../../shared/domain/clock.js';
import { NotFoundError } from '../../shared/domain/domain-error.js';
import { LruCache } from '../../shared/domain/lru-cache.js';
import { QuotedSource } from '../../shared/domain/quoted-source.js';
import { inSlices } from '../../shared/domain/steps.js';
import { DocumentStore, StoredDocument, EditionStore } from '../domain/document.js';
import { EditionChange, editionChanges, EditionPart, partsOfEdition } from '../domain/edition-changes.js';
import { QuoteComparisons } from './quote-comparisons.js';
import { Passage, PassageSplitter } from '../domain/passage.js';

/** Maximum length of a chain of editions; the rest of a longer chain is ignored. */
const MOST_EDITIONS = 50;

/** Characters of the texts whose comparisons are cached: a part keeps the memory of its text. */
const CACHED_CHARACTERS = 24_000_000;

/** Two editions, and the changes of the later one. */
export interface EditionComparison {
  readonly before: StoredDocument;
  readonly after: StoredDocument;
  readonly changes: readonly EditionChange[];
}

/** Compares editions of a document, and finds outdated quotations. */
@Injectable()
export class CompareEditions {
  private readonly compared = new LruCache<string, readonly EditionChange[]>(CACHED_CHARACTERS);

  constructor(
    private readonly store: DocumentStore,
    private readonly editions: EditionStore,
    private readonly splitter: PassageSplitter,
    private readonly clock: Clock,
  ) {}

  /**
   * The editions of a document that the caller may see, oldest first.
   * @throws NotFoundError
   */
  async chain(documentId: string, filter: CategoryFilter): Promise<StoredDocument[]> {
    const asked = await this.store.find(documentId, filter);
    if (asked === undefined) throw new NotFoundError('document', documentId);
    const ids = [documentId];
    for (let at = 0; at < ids.length && ids.length < MOST_EDITIONS; at++) {
      for (const link of await this.editions.linksOf([ids[at] ?? '']))
        for (const id of [link.previousId, link.documentId]) if (!ids.includes(id)) ids.push(id);
    }
    const found = await Promise.all(ids.map((id) => this.store.find(id, filter)));
    return found
      .filter((one) => one !== undefined)
      .sort((a, b) => ((a.effectiveFrom ?? '') < (b.effectiveFrom ?? '') ? -1 : 1));
  }

  /**
   * The changes of a document against an earlier edition, by default the one before it.
   * @throws NotFoundError
   */
  async compare(documentId: string, from: string | undefined, filter: CategoryFilter): Promise<EditionComparison> {
    const links = await this.editions.linksOf([documentId]);
    const previous = from ?? links.find((link) => link.documentId === documentId)?.previousId;
    const after = await this.store.find(documentId, filter);
    if (after === undefined) throw new NotFoundError('document', documentId);
    const before = previous === undefined ? undefined : await this.store.find(previous, filter);
    if (before === undefined) throw new NotFoundError('earlier edition of the document', from ?? documentId);
    return { before, after, changes: await this.changes(before, after) };
  }

  /**
   * Which of these sources quote a passage that an edition in force today changed or removed.
   * @param filter of the editions that count
   * @returns indexes in the list
   */
  async outdated(sources: readonly QuotedSource[], filter: CategoryFilter): Promise<ReadonlySet<number>> {
    const links = await this.editions.linksOf([...new Set(sources.map(({ documentId }) => documentId))]);
    const superseded = new Set(links.map(({ previousId }) => previousId));
    const comparisons = this.quoteComparisons(filter);
    const found = new Set<number>();
    for (const [place, source] of sources.entries())
      if (superseded.has(source.documentId) && (await comparisons.isOutdated(source))) found.add(place);
    return found;
  }

  /** Comparisons of quotations with later editions that the caller may see. Each pair of editions is compared once. */
  quoteComparisons(filter: CategoryFilter): QuoteComparisons {
    return new QuoteComparisons({
      find: (documentId) => this.store.find(documentId, filter),
      later: (documentId) => this.laterInForce(documentId, filter),
      changes: (before, after) => this.changes(before, after),
    });
  }

  /** The editions after a document that are in force today or were, oldest first, among those that the caller may see. */
  private async laterInForce(documentId: string, filter: CategoryFilter): Promise<StoredDocument[]> {
    const day = today(this.clock);
    const ids = [documentId];
    const found: StoredDocument[] = [];
    for (let at = 0; at < ids.length && ids.length < MOST_EDITIONS; at++) {
      const previous = ids[at] ?? '';
      for (const { documentId: id, previousId } of await this.editions.linksOf([previous])) {
        if (previousId !== previous || ids.includes(id)) continue;
        ids.push(id);
        const edition = await this.store.find(id, filter);
        if (edition !== undefined && (edition.effectiveFrom ?? '') <= day) found.push(edition);
      }
    }
    return found.sort((a, b) => ((a.effectiveFrom ?? '') < (b.effectiveFrom ?? '') ? -1 : 1));
  }

  private async changes(before: StoredDocument, after: StoredDocument): Promise<readonly EditionChange[]> {
    // Every write of a document has its time.
    const key = JSON.stringify([before, after].map((one) => [one.documentId, one.contentHash, one.updatedAt]));
    const known = this.compared.get(key);
    if (known !== undefined) return known;
    const changes = await inSlices(editionChanges(await this.parts(before), await this.parts(after)));
    this.compared.set(key, changes, 1 + before.text.length + after.text.length);
    return changes;
  }

  /** The passages of a document, by their ordinals. */
  passages({ text, contentType, title, headings = [] }: StoredDocument): Promise<readonly Passage[]> {
    const plain = text.replaceAll('\r\n', ' \n').replaceAll('\r', '\n');
    return this.splitter.split({ text: plain, contentType, title, headings });
  }

  private async parts(document: StoredDocument): Promise<EditionPart[]> {
    return inSlices(partsOfEdition(document.text, await this.passages(document)));
  }
}
