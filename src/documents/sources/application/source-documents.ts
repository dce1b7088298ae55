import { Injectable } from '@nestjs/common';
import { AccessGroups } from '../../../shared/domain/access-groups.js';
import { CategoryFilter } from '../../../shared/domain/category-filter.js';
import { Clock, today } from '../../../shared/domain/clock.js';
import { DomainError, NotFoundError } from '../../../shared/domain/domain-error.js';
import { DeleteDocument } from '../../application/delete-document.js';
import { StoreDocuments } from '../../application/store-documents.js';
import { StoreUpload, UploadedFile } from '../../application/store-upload.js';
import { DocumentStore, readingOf } from '../../domain/document.js';
import { OriginalStore } from '../../domain/original.js';
import { DocumentFields } from '../domain/file-mapping.js';
import { SourceContent } from '../domain/source-connector.js';
import { dayBefore } from '../../../text/values/calendar-day.js';

/** One file that is ready to store. */
export interface ReadFile {
  readonly documentId: string;
  readonly path: string;
  readonly content: SourceContent;
  readonly fields: DocumentFields;
  /** Name of the source, which identifies its documents. */
  readonly source: string;
  /** See `UploadedFile`. */
  readonly checkParts: NonNullable<UploadedFile['checkParts']>;
}

/** The rights of a run. */
export interface Sender {
  readonly filter: CategoryFilter;
  readonly owner: string;
}

export interface StoredFile {
  /** Whether documents were created, replaced, or not changed. */
  readonly outcome: 'added' | 'changed' | 'unchanged';
  readonly documents: readonly string[];
  /** The parts of the file that could not be read. */
  readonly note: string | undefined;
}

/** The documents of sources, in the store of all documents. */
@Injectable()
export class SourceDocuments {
  constructor(
    private readonly uploads: StoreUpload,
    private readonly documents: StoreDocuments,
    private readonly deletion: DeleteDocument,
    private readonly store: DocumentStore,
    private readonly originals: OriginalStore,
    private readonly clock: Clock,
  ) {}

  /** Which of these documents exist. */
  async existing(documentIds: readonly string[]): Promise<ReadonlySet<string>> {
    return new Set((await this.store.states(documentIds)).keys());
  }

  /** Whether an id is free, or has a document that this source stored before it was deleted and defined again. */
  async isFree(documentId: string, source: string, filter: CategoryFilter): Promise<boolean> {
    if ((await this.store.state(documentId)) === undefined) return true;
    const document = await this.store.find(documentId, filter);
    return document?.metadata['source'] === source;
  }

  /** @throws DomainError when the file cannot be read or its document may not be stored; nothing is stored then */
  async storeFile(file: ReadFile, { filter, owner }: Sender, signal: AbortSignal): Promise<StoredFile> {
    const { content, fields, path } = file;
    const { title, canonicalPath, ...dates } = fields;
    const stored = await this.uploads.store(
      {
        file: { bytes: content.bytes, name: path.split('/').at(-1) ?? path, mediaType: content.mediaType ?? '' },
        documentId: file.documentId,
        title,
        canonicalPath,
        onDuplicate: 'keep',
        caller: owner,
        checkParts: file.checkParts,
        fields: { ...dates, sourceUrl: content.url ?? null },
        metadata: { source: file.source, source_path: path },
      },
      filter,
      signal,
    );
    const parts = (stored.parts ?? []).map(({ outcome }) => outcome);
    const good = [stored, ...parts.flatMap((part) => (part instanceof DomainError ? [] : [part]))];
    const failed = (stored.parts ?? []).filter(({ outcome }) => outcome instanceof DomainError);
    const [first] = failed;
    const note =
      first?.outcome instanceof DomainError
        ? `${failed.length} of the ${parts.length} files in it could not be stored; the first, ${first.name}: ${first.outcome.message}`
        : undefined;
    const isSame = good.every(({ status }) => status === 'unchanged');
    return {
      outcome: stored.created ? 'added' : isSame ? 'unchanged' : 'changed',
      documents: [...new Set(good.map(({ documentId }) => documentId))],
      note,
    };
  }

  /** Changes the groups of documents; their texts are not read again. */
  async regroup(documentIds: readonly string[], groups: AccessGroups, filter: CategoryFilter): Promise<void> {
    for (const documentId of documentIds) await this.documents.regroup(documentId, groups, filter);
  }

  /** Deletes documents; skips one that is already deleted. */
  async remove(documentIds: readonly string[], filter: CategoryFilter): Promise<void> {
    for (const documentId of documentIds) {
      try {
        await this.deletion.delete(documentId, filter);
      } catch (error) {
        if (!(error instanceof NotFoundError)) throw error;
      }
    }
  }

  /** Ends the force of documents the day before today. A document that was never in force is deleted. */
  async retire(documentIds: readonly string[], { filter, owner }: Sender): Promise<void> {
    const last = dayBefore(today(this.clock));
    for (const documentId of documentIds) {
      const document = await this.store.find(documentId, filter);
      if (document === undefined || (document.effectiveTo !== null && document.effectiveTo <= last)) continue;
      if (document.effectiveFrom !== null && document.effectiveFrom > last) {
        await this.remove([documentId], filter);
        continue;
      }
      const original = await this.originals.find(documentId, filter);
      await this.documents.one(
        {
          ...readingOf(document),
          effectiveTo: last,
          ...(original === undefined ? {} : { original }),
        },
        filter,
        owner,
      );
    }
  }
}
