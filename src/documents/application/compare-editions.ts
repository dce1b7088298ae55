import { Injectable } from '@nestjs/common';
import { CategoryFilter, UNRESTRICTED } from '../../shared/domain/category-filter.js';
import { Clock, today } from '../../shared/domain/clock.js';
import { NotFoundError } from '../../shared/domain/domain-error.js';
import { QuotedSource } from '../../shared/domain/quoted-source.js';
import { DocumentStore, StoredDocument } from '../domain/document.js';
import {
  EditionChange,
  editionChanges,
  EditionPart,
  isQuoteOutdated,
  partsOfEdition,
} from '../domain/edition-changes.js';
import { EditionStore } from '../domain/edition-store.js';
import { PassageSplitter } from '../domain/passage-splitter.js';

/** Maximum length of a chain of editions; the rest of a longer chain is ignored. */
const MOST_EDITIONS = 50;

/** Two editions, and the changes of the later one. */
export interface EditionComparison {
  readonly before: StoredDocument;
  readonly after: StoredDocument;
  readonly changes: readonly EditionChange[];
}

/** Compares editions of a document, and finds outdated quotations. */
@Injectable()
export class CompareEditions {
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
   * @returns indexes in the list
   */
  async outdated(sources: readonly QuotedSource[]): Promise<ReadonlySet<number>> {
    const links = await this.editions.linksOf([...new Set(sources.map(({ documentId }) => documentId))]);
    const superseded = new Map(links.map(({ documentId, previousId }) => [previousId, documentId]));
    const found = new Set<number>();
    const comparisons = new Map<string, Promise<EditionComparison | undefined>>();
    for (const [place, { documentId, quote }] of sources.entries()) {
      const next = superseded.get(documentId);
      if (quote === undefined || next === undefined) continue;
      const known = comparisons.get(documentId) ?? this.inForce(documentId, next);
      comparisons.set(documentId, known);
      const comparison = await known;
      if (comparison === undefined) continue;
      const { before, after, changes } = comparison;
      const start = before.text.indexOf(quote);
      if (start >= 0 && isQuoteOutdated(quote, start, changes, after.text)) found.add(place);
    }
    return found;
  }

  /** The comparison with the newest edition in force today; undefined if none is in force. */
  private async inForce(documentId: string, next: string): Promise<EditionComparison | undefined> {
    const before = await this.store.find(documentId, UNRESTRICTED);
    const day = today(this.clock);
    let after: StoredDocument | undefined;
    let id: string | undefined = next;
    for (let step = 0; id !== undefined && step < MOST_EDITIONS; step++) {
      const edition: StoredDocument | undefined = await this.store.find(id, UNRESTRICTED);
      if (edition === undefined || (edition.effectiveFrom ?? '') > day) break;
      after = edition;
      const previous: string = id;
      id = (await this.editions.linksOf([previous])).find((link) => link.previousId === previous)?.documentId;
    }
    if (before === undefined || after === undefined) return undefined;
    return { before, after, changes: await this.changes(before, after) };
  }

  private async changes(before: StoredDocument, after: StoredDocument): Promise<EditionChange[]> {
    return editionChanges(await this.parts(before), await this.parts(after));
  }

  private async parts({ text, contentType, title, headings = [] }: StoredDocument): Promise<EditionPart[]> {
    const plain = text.replaceAll('\r\n', ' \n').replaceAll('\r', '\n');
    return partsOfEdition(text, await this.splitter.split({ text: plain, contentType, title, headings }));
  }
}
