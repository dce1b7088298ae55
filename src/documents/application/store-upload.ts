import { Injectable } from '@nestjs/common';
import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { cleanedName } from '../../shared/domain/visible-name.js';
import { OnDuplicate } from '../domain/document.js';
import { OriginalPacker } from '../domain/original.js';
import { TextExtractor } from '../domain/text-extractor.js';
import { FindDuplicates, NearDuplicate } from './find-duplicates.js';
import { StoreDocuments, StoreOutcome } from './store-documents.js';

export interface UploadedFile {
  readonly file: { readonly bytes: Uint8Array; readonly name: string; readonly mediaType: string };
  readonly documentId: string | undefined;
  readonly title: string | undefined;
  readonly canonicalPath: readonly string[];
  readonly onDuplicate: OnDuplicate;
  /** Who sent it: the reading of files is shared by caller. */
  readonly caller: string;
}

/** What became of a file. */
export interface UploadOutcome extends StoreOutcome {
  /** Of a text file: the encoding that it was read in. */
  readonly encoding: string | undefined;
  /** Documents with nearly the same text, the most similar first. */
  readonly near: readonly NearDuplicate[];
}

/** Titles have at most this many characters. */
const MAX_TITLE = 500;

/** Cut between characters, not inside one. */
const cut = (title: string): string =>
  title
    .slice(0, MAX_TITLE)
    .toWellFormed()
    .replace(/\ufffd$/u, '');

/** macOS writes names of files with letters apart from their marks, and Hangul in single letters (NFD). */
const shownName = (name: string): string => cleanedName(name).normalize('NFC');

function titleFromName(name: string): string {
  const stem = shownName(name.replace(/\.[^.]{1,8}$/u, ''));
  return stem === '' ? 'Untitled' : cut(stem);
}

/** A title of the file itself, which may hold anything; undefined where nothing of it can be seen. */
function titleFrom(title: string | undefined): string | undefined {
  const clean = title === undefined ? '' : cut(shownName(title));
  return clean === '' ? undefined : clean;
}

/** Stores the text of an uploaded file. */
@Injectable()
export class StoreUpload {
  constructor(
    private readonly extractor: TextExtractor,
    private readonly store: StoreDocuments,
    private readonly duplicates: FindDuplicates,
    private readonly packer: OriginalPacker,
  ) {}

  /** @throws DomainError when the file cannot be read or the document may not be stored; nothing is stored then */
  async execute(upload: UploadedFile, filter: CategoryFilter, signal?: AbortSignal): Promise<UploadOutcome> {
    const { bytes, name, mediaType } = upload.file;
    const { caller } = upload;
    const origin = { mediaType, caller, ...(signal === undefined ? {} : { signal }) };
    const extracted = await this.extractor.extract(bytes, name, origin);
    const outcome = await this.store.one(
      {
        documentId: upload.documentId,
        title: upload.title ?? titleFrom(extracted.title) ?? titleFromName(name),
        text: extracted.text,
        headings: extracted.headings,
        // The text is already out of its markup.
        contentType: extracted.contentType === 'text/html' ? 'text/plain' : extracted.contentType,
        canonicalPath: upload.canonicalPath,
        sourceUrl: null,
        date: null,
        version: null,
        effectiveFrom: null,
        effectiveTo: null,
        metadata: { file_name: shownName(name) },
        onDuplicate: upload.onDuplicate,
        original: { name: shownName(name), mediaType, ...(await this.packer.pack(bytes)) },
      },
      filter,
      caller,
    );
    const { near } = await this.duplicates.ofDocument(outcome.documentId, filter);
    return { ...outcome, encoding: extracted.encoding, near };
  }
}
