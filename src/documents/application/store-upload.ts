import { Injectable } from '@nestjs/common';
import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { DomainError, InvalidInputError } from '../../shared/domain/domain-error.js';
import { IdGenerator } from '../../shared/domain/ids.js';
import { cleanedName } from '../../shared/domain/visible-name.js';
import { DocumentDraft, OnDuplicate } from '../domain/document.js';
import { OriginalPacker } from '../domain/original.js';
import { ExtractedPart, ExtractedText, TextExtractor } from '../domain/text-extractor.js';
import { FindDuplicates, NearDuplicate } from './find-duplicates.js';
import { StoreDocuments, StoreOutcome } from './store-documents.js';
import { EditionOutcome, StoreEdition } from './store-edition.js';

export interface UploadedFile {
  readonly file: { readonly bytes: Uint8Array; readonly name: string; readonly mediaType: string };
  readonly documentId: string | undefined;
  readonly title: string | undefined;
  readonly canonicalPath: readonly string[];
  readonly onDuplicate: OnDuplicate;
  /** Who sent the file: capacity for reading files is shared by caller. */
  readonly caller: string;
  /** What the sender specifies about the document, and about those in the file. */
  readonly fields?: UploadedFields;
  /** The document whose next edition the file is. */
  readonly editionOf?: string | undefined;
  /** Added to the metadata of each document. */
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** Replaces files inside the file that must not be stored by faults. @throws DomainError if the file itself must not be stored */
  readonly checkParts?: (extracted: ExtractedText) => readonly ExtractedPart[];
}

/** Fields of a document that do not come from its file. */
export type UploadedFields = Partial<
  Pick<DocumentDraft, 'sourceUrl' | 'date' | 'version' | 'effectiveFrom' | 'effectiveTo' | 'groups'>
>;

/** The outcome of a file; of an archive, the outcome of the first document in it. */
export interface UploadOutcome extends StoreOutcome {
  /** The encoding of a text file. */
  readonly encoding: string | undefined;
  /** Documents with nearly the same text, the most similar first. */
  readonly near: readonly NearDuplicate[];
  /** Files inside the file, in order. */
  readonly parts?: readonly PartOutcome[];
  /** The edition before, which ends, if the file is the next one. */
  readonly edition?: Pick<EditionOutcome, 'previousId' | 'previousEffectiveTo'>;
}

/** The outcome of a file inside another file. */
export interface PartOutcome {
  /** Its path in the file. */
  readonly name: string;
  readonly outcome: StoreOutcome | DomainError;
}

/** Titles have at most this many characters. */
const MAX_TITLE = 500;

/** Cut between characters, not inside one. */
const cut = (title: string): string =>
  title
    .slice(0, MAX_TITLE)
    .toWellFormed()
    .replace(/\ufffd$/u, '');

/** macOS writes file names with letters separate from their marks, and Hangul as single letters (NFD). */
const shownName = (name: string): string => cleanedName(name).normalize('NFC');

function titleFromName(name: string): string {
  const stem = shownName(name.replace(/\.[^.]{1,8}$/u, ''));
  return stem === '' ? 'Untitled' : cut(stem);
}

/** Title from the file itself, which may contain anything; undefined if nothing in it is visible. */
function titleFrom(title: string | undefined): string | undefined {
  const clean = title === undefined ? '' : cut(shownName(title));
  return clean === '' ? undefined : clean;
}

/** Name of a file without the folders around it. */
const lastName = (path: string): string => path.split(/[/!]/u).at(-1) ?? path;

/** Stores the text of an uploaded file, and the texts of the files inside it as separate documents. */
@Injectable()
export class StoreUpload {
  constructor(
    private readonly extractor: TextExtractor,
    private readonly documents: StoreDocuments,
    private readonly editions: StoreEdition,
    private readonly duplicates: FindDuplicates,
    private readonly packer: OriginalPacker,
    private readonly ids: IdGenerator,
  ) {}

  /**
   * A part that cannot be read or stored fails alone.
   * @throws DomainError when the file cannot be read or the document may not be stored; nothing is stored then
   */
  async storeUpload(upload: UploadedFile, filter: CategoryFilter, signal?: AbortSignal): Promise<UploadOutcome> {
    const stored = await this.store(upload, filter, signal);
    const { near } = await this.duplicates.ofDocument(stored.documentId, filter);
    return { ...stored, near };
  }

  /** The same without the search for similar documents. */
  async store(
    upload: UploadedFile,
    filter: CategoryFilter,
    signal?: AbortSignal,
  ): Promise<Omit<UploadOutcome, 'near'>> {
    const { bytes, name, mediaType } = upload.file;
    const { caller } = upload;
    const origin = { mediaType, caller, ...(signal === undefined ? {} : { signal }) };
    const extracted = await this.extractor.extract(bytes, name, origin);
    const parts = upload.checkParts?.(extracted) ?? extracted.parts ?? [];
    const documentId = upload.documentId ?? (parts.length === 0 ? undefined : this.ids.next('doc'));
    // An archive has no text of its own to store.
    const isArchive = extracted.text === '' && parts.length > 0;
    if (isArchive && upload.editionOf !== undefined) throw archiveAsEdition();
    const main = isArchive
      ? undefined
      : await this.storeMain(
          {
            ...draftOf(extracted, upload, name),
            documentId,
            title: upload.title ?? titleOf(extracted, name),
            original: { name: shownName(name), mediaType, ...(await this.packer.pack(bytes)) },
          },
          upload,
          filter,
        );
    const stored = await this.storeParts(parts, { ...upload, documentId: documentId ?? '' }, filter);
    const first = main ?? firstStored(stored);
    return { ...first, encoding: extracted.encoding, ...(parts.length === 0 ? {} : { parts: stored }) };
  }

  private async storeMain(
    draft: DocumentDraft,
    { editionOf, caller }: UploadedFile,
    filter: CategoryFilter,
  ): Promise<Omit<UploadOutcome, 'near' | 'encoding'>> {
    if (editionOf === undefined) return this.documents.one(draft, filter, caller);
    const edition = await this.editions.storeEdition(editionOf, { ...draft, onDuplicate: 'keep' }, filter, caller);
    const { previousId, previousEffectiveTo, ...outcome } = edition;
    return { ...outcome, edition: { previousId, previousEffectiveTo } };
  }

  private async storeParts(
    parts: readonly ExtractedPart[],
    upload: UploadedFile & { readonly documentId: string },
    filter: CategoryFilter,
  ): Promise<PartOutcome[]> {
    const taken = new Set<string>();
    const outcomes: PartOutcome[] = [];
    for (const { name, content } of parts) {
      const id = partId(upload.documentId, name, taken);
      const outcome =
        content instanceof DomainError
          ? content
          : await this.storePart(content, { ...upload, documentId: id }, name, filter);
      outcomes.push({ name: shownName(name), outcome });
    }
    return outcomes;
  }

  private async storePart(
    content: ExtractedText,
    upload: UploadedFile & { readonly documentId: string },
    name: string,
    filter: CategoryFilter,
  ): Promise<StoreOutcome | DomainError> {
    const draft = draftOf(content, upload, lastName(name));
    const metadata = { ...draft.metadata, container: shownName(upload.file.name), path: shownName(name) };
    try {
      return await this.documents.one(
        { ...draft, documentId: upload.documentId, title: titleOf(content, lastName(name)), metadata },
        filter,
        upload.caller,
      );
    } catch (error) {
      if (error instanceof DomainError) return error;
      throw error;
    }
  }
}

const archiveAsEdition = () =>
  new InvalidInputError([
    {
      pointer: '/edition_of',
      detail: 'the file is an archive of several documents: send the file of the edition alone',
    },
  ]);

/**
 * The document that represents an archive.
 * @throws DomainError of the first part if none was stored
 */
function firstStored(parts: readonly PartOutcome[]): StoreOutcome {
  for (const { outcome } of parts) if (!(outcome instanceof DomainError)) return outcome;
  throw parts.map(({ outcome }) => outcome).find((outcome) => outcome instanceof DomainError) ?? new Error('No part.');
}

function titleOf(extracted: ExtractedText, name: string): string {
  return titleFrom(extracted.title) ?? titleFromName(name);
}

function draftOf(
  extracted: ExtractedText,
  { canonicalPath, onDuplicate, fields = {}, metadata = {} }: UploadedFile,
  name: string,
): Omit<DocumentDraft, 'documentId' | 'title'> {
  const { text, headings, places, contentType, ocrConfidence } = extracted;
  return {
    text,
    headings,
    ...(places === undefined ? {} : { places }),
    // The text is already extracted from its markup.
    contentType: contentType === 'text/html' ? 'text/plain' : contentType,
    canonicalPath,
    sourceUrl: null,
    version: null,
    effectiveFrom: null,
    effectiveTo: null,
    ...fields,
    date: fields.date ?? extracted.date ?? null,
    onDuplicate,
    metadata: {
      file_name: shownName(name),
      ...(ocrConfidence === undefined ? {} : { ocr_confidence: ocrConfidence }),
      ...extracted.metadata,
      ...metadata,
    },
  };
}

/** Ids have at most this many characters. */
const MAX_ID = 200;

/**
 * The id of a part: the same for the same file sent again.
 * @param taken ids of the other parts; the new id is added
 */
function partId(container: string, name: string, taken: Set<string>): string {
  const path = `${container}/${shownName(name)}`;
  const short = path.length > MAX_ID ? `${container.slice(0, MAX_ID - 10).toWellFormed()}/${taken.size + 1}` : path;
  let id = short;
  for (let n = 2; taken.has(id); n += 1) id = `${short.slice(0, MAX_ID - 10)} (${n})`;
  taken.add(id);
  return id;
}
