import { DomainError } from '../../shared/domain/domain-error.js';
import { OutlinedText } from './document-block.js';

/** Text from a file, with the content type for the splitter. */
export interface ExtractedText extends OutlinedText {
  readonly contentType: 'text/plain' | 'text/markdown' | 'text/html';
  /** Title that the file itself gives, if any. */
  readonly title: string | undefined;
  /** The day that the file itself gives, as YYYY-MM-DD, and what else it states about itself. */
  readonly date?: string | undefined;
  readonly metadata?: Readonly<Record<string, string>> | undefined;
  /** The encoding of a text file, under its name on the web (`utf-8`, `euc-kr`). */
  readonly encoding?: string | undefined;
  /** Confidence of text recognition (OCR), 0 to 100: the mean over the words. */
  readonly ocrConfidence?: number;
  /** Files inside it. `text` is empty if the file is only their container. */
  readonly parts?: readonly ExtractedPart[];
}

/** A file in another file, an attachment or an archive entry, and its outcome. */
export interface ExtractedPart {
  /** Its path in the file: `/` between folders, `!` between a file and a file inside it. */
  readonly name: string;
  /** Its content, or why it cannot be read. */
  readonly content: ExtractedText | DomainError;
}

/** Origin of a file. */
export interface FileOrigin {
  /** Declared by the client; may be wrong. */
  readonly mediaType?: string;
  /** Who sent it: the reading processes are shared by caller. */
  readonly caller: string;
  /** Aborts the reading. */
  readonly signal?: AbortSignal;
}

/** The caller of documents that the server itself stores. */
export const SERVER_ITSELF = 'server';

/**
 * Extracts the text of HTML and of uploaded files.
 * @example
 * const bytes = new TextEncoder().encode('# Leave\n\nApply by 1 March.');
 * const { text, contentType } = await textExtractor.extract(bytes, 'leave.md', { caller: 'key_1' });
 * // contentType is 'text/markdown', by the extension of the name
 */
export abstract class TextExtractor {
  /**
   * @param bytes the file, @param name its name (only its extension is read)
   * @throws TryLaterError (503) when too many files wait, UnsupportedFileError (415) for a type that is not accepted, UnreadableFileError (422) for an empty, corrupt,
   * password-protected or oversized file, or a text in no known encoding. The fault of a file inside it is in its part.
   */
  abstract extract(bytes: Uint8Array, name: string, origin: FileOrigin): Promise<ExtractedText>;
  /**
   * Visible text and headings of an HTML document that is given as a string.
   * @param caller see FileOrigin
   */
  abstract readHtml(html: string, caller: string): Promise<OutlinedText>;
}

/** The accepted formats, for messages. */
export const TAKEN_FORMATS =
  'PDF, DOCX, HWPX, HWP, XLSX, PPTX, ODT, ODS, ODP, RTF, EPUB, EML, MBOX, ICS, CSV, TSV, JSON, YAML, SRT, VTT, Markdown, HTML, plain text or a ZIP of these';

export class UnsupportedFileError extends DomainError {
  /**
   * @param name of the file
   * @param cure what to do instead, as a clause; the accepted formats by default
   */
  constructor(name: string, cure = `upload ${TAKEN_FORMATS}`) {
    super('unsupported-type', 'unsupported-file', `'${name}' has a type that is not accepted; ${cure}.`);
  }
}

export class UnreadableFileError extends DomainError {
  constructor(reason: string) {
    super('invalid', 'unreadable-file', `The file cannot be read: ${reason}.`, [{ pointer: '/file', detail: reason }]);
  }
}
