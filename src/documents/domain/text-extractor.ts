import { DomainError } from '../../shared/domain/domain-error.js';
import { OutlinedText } from './document-block.js';

/** Text that was taken out of a file, with the content type it is split by. */
export interface ExtractedText extends OutlinedText {
  readonly contentType: 'text/plain' | 'text/markdown' | 'text/html';
  /** Title that the file itself gives, if any. */
  readonly title: string | undefined;
  /** Of a text file: the encoding that it was read in, by its name on the web (`utf-8`, `euc-kr`). */
  readonly encoding?: string | undefined;
  /** How sure text recognition (OCR) is, 0 to 100: the mean over the words. */
  readonly ocrConfidence?: number;
  /** Files inside of it. `text` is empty where the file is nothing but their container. */
  readonly parts?: readonly ExtractedPart[];
}

/** A file in another file, an attachment or an entry of an archive, and what became of it. */
export interface ExtractedPart {
  /** Its path in the file, `/` between folders, `!` between a file and what is inside of it. */
  readonly name: string;
  /** What it says, or why it cannot be read. */
  readonly content: ExtractedText | DomainError;
}

/** Where a file comes from. */
export interface FileOrigin {
  /** As the client declared it, may be wrong. */
  readonly mediaType?: string;
  /** Who sent it: what reads files is shared by caller. */
  readonly caller: string;
  /** Ends the reading. */
  readonly signal?: AbortSignal;
}

/** The caller of documents that the server stores by itself. */
export const SERVER_ITSELF = 'server';

/**
 * Takes the text out of HTML and of uploaded files.
 * @example
 * const bytes = new TextEncoder().encode('# Leave\n\nApply by 1 March.');
 * const { text, contentType } = await textExtractor.extract(bytes, 'leave.md', { caller: 'key_1' });
 * // contentType is 'text/markdown', by the ending of the name
 */
export abstract class TextExtractor {
  /**
   * @param bytes the file, @param name its name (only the ending is looked at)
   * @throws TryLaterError (503) when too many files wait, UnsupportedFileError (415) for a type that is not taken, UnreadableFileError (422) for an empty, corrupt,
   * password-protected or oversized file, or a text in no known encoding. What is wrong with a file inside of it is in its part.
   */
  abstract extract(bytes: Uint8Array, name: string, origin: FileOrigin): Promise<ExtractedText>;
  /** Visible text and headings of an HTML document that came as a string. @param caller see FileOrigin */
  abstract readHtml(html: string, caller: string): Promise<OutlinedText>;
}

/** The formats that are taken, for messages. */
export const TAKEN_FORMATS =
  'PDF, DOCX, HWPX, HWP, XLSX, PPTX, ODT, ODS, ODP, RTF, EPUB, EML, MBOX, CSV, TSV, JSON, YAML, Markdown, HTML, plain text or a ZIP of these';

export class UnsupportedFileError extends DomainError {
  /** @param name of the file @param cure what to do instead, as a clause; the formats that are taken by default */
  constructor(name: string, cure = `upload ${TAKEN_FORMATS}`) {
    super('unsupported-type', 'unsupported-file', `'${name}' is of a type that is not taken; ${cure}.`);
  }
}

export class UnreadableFileError extends DomainError {
  constructor(reason: string) {
    super('invalid', 'unreadable-file', `The file cannot be read: ${reason}.`, [{ pointer: '/file', detail: reason }]);
  }
}
