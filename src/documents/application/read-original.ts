import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../../shared/domain/audit-trail.js';
import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { NotFoundError } from '../../shared/domain/domain-error.js';
import { OriginalFile, OriginalPacker, OriginalStore } from '../domain/original.js';

export interface UnpackedOriginal extends OriginalFile {
  readonly bytes: Uint8Array;
}

/** Returns uploaded files to callers that may read the document. */
@Injectable()
export class ReadOriginal {
  constructor(
    private readonly originals: OriginalStore,
    private readonly packer: OriginalPacker,
    private readonly audit: AuditTrail,
  ) {}

  /** Which of these documents have a stored file. The caller may see the documents. */
  kept(documents: readonly { readonly documentId: string }[]): Promise<ReadonlyMap<string, string>> {
    return this.originals.kept(documents.map(({ documentId }) => documentId));
  }

  /** @throws NotFoundError when the document is unknown or outside the filter, or has no stored file */
  async show(documentId: string, filter: CategoryFilter): Promise<UnpackedOriginal> {
    const original = await this.originals.find(documentId, filter);
    if (original === undefined) throw new NotFoundError('original file of the document', documentId);
    const bytes = await this.packer.unpack(original);
    const shown = [{ id: documentId, passages: [] }];
    await this.audit.record({ action: 'read_document', question: null, shown, detail: 'original' });
    return { ...original, bytes };
  }
}
