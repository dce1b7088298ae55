import { Injectable } from '@nestjs/common';
import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { TextExtractor } from '../domain/text-extractor.js';
import { StoreDocuments, StoreOutcome } from './store-documents.js';

export interface UploadedFile {
  readonly file: { readonly bytes: Uint8Array; readonly name: string; readonly mediaType: string };
  readonly documentId: string | undefined;
  readonly title: string | undefined;
  readonly canonicalPath: readonly string[];
}

/** Titles have at most this many characters. */
const MAX_TITLE = 500;

function titleFromName(name: string): string {
  const stem = name.replace(/\.[^.]{1,8}$/u, '').trim();
  return (stem === '' ? 'Untitled' : stem).slice(0, MAX_TITLE);
}

/** Stores the text of an uploaded file. */
@Injectable()
export class StoreUpload {
  constructor(
    private readonly extractor: TextExtractor,
    private readonly store: StoreDocuments,
  ) {}

  /** @throws DomainError when the file cannot be read or the document may not be stored; nothing is stored then */
  async execute(upload: UploadedFile, filter: CategoryFilter): Promise<StoreOutcome> {
    const { bytes, name, mediaType } = upload.file;
    const extracted = await this.extractor.extract(bytes, name, mediaType);
    return this.store.one(
      {
        documentId: upload.documentId,
        title: upload.title ?? extracted.title?.slice(0, MAX_TITLE) ?? titleFromName(name),
        text: extracted.text,
        // The text is already out of its markup.
        contentType: extracted.contentType === 'text/html' ? 'text/plain' : extracted.contentType,
        canonicalPath: upload.canonicalPath,
        sourceUrl: null,
        date: null,
        version: null,
        effectiveFrom: null,
        effectiveTo: null,
        metadata: { file_name: name },
      },
      filter,
    );
  }
}
