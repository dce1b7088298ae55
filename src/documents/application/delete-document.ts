import { Injectable } from '@nestjs/common';
import { admits, CategoryFilter } from '../../shared/domain/category-filter.js';
import { NotFoundError } from '../../shared/domain/domain-error.js';
import { Transaction } from '../../shared/domain/transaction.js';
import { DocumentStore, PassageIndex, EditionStore } from '../domain/document.js';
import { DuplicateIndex } from '../domain/duplicate-index.js';
import { OriginalStore, PackedOriginal } from '../domain/original.js';

@Injectable()
export class DeleteDocument {
  constructor(
    private readonly store: DocumentStore,
    private readonly index: PassageIndex,
    private readonly duplicates: DuplicateIndex,
    private readonly originals: OriginalStore,
    private readonly editions: EditionStore,
    private readonly transaction: Transaction,
  ) {}

  /**
   * Deletes the document from the store and every index in one transaction.
   * @throws NotFoundError when it is unknown or outside the filter
   */
  delete(documentId: string, filter: CategoryFilter): Promise<void> {
    return this.transaction.run(async () => {
      const state = await this.store.state(documentId);
      if (state === undefined || !admits(filter, state)) throw new NotFoundError('document', documentId);
      await this.remove(documentId);
    });
  }

  /** The same inside a transaction, for a document that may be removed. */
  async remove(documentId: string): Promise<void> {
    await this.index.remove(documentId);
    await this.duplicates.remove(documentId);
    await this.originals.remove(documentId);
    await this.editions.remove(documentId);
    await this.store.remove(documentId);
  }

  /** Stores the original file of a document inside the transaction that writes it; without a file, deletes that of its earlier text. */
  async keepOriginal(documentId: string, original: PackedOriginal | undefined): Promise<void> {
    if (original === undefined) await this.originals.remove(documentId);
    else await this.originals.put(documentId, original);
  }

  /** Records, inside the transaction, the edition before this document. */
  linkEdition(documentId: string, previousId: string): Promise<void> {
    return this.editions.link({ documentId, previousId });
  }
}
