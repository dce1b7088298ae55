import { DomainError } from '../../shared/domain/domain-error.js';

/** Text that was taken out of a file, with the content type it is split by. */
export interface ExtractedText {
  readonly text: string;
  readonly contentType: 'text/plain' | 'text/markdown' | 'text/html';
  /** Title that the file itself gives, if any. */
  readonly title: string | undefined;
}

/** Takes the text out of HTML and of uploaded files. */
export abstract class TextExtractor {
  /**
   * @param bytes the file, @param name its name (only the ending is looked at), @param mediaType as the client declared it, may be wrong, @param signal ends the reading
   * @throws UnsupportedFileError (415) for a type that is not taken, UnreadableFileError (422) for an empty, corrupt,
   * password-protected or oversized file, or text that is no UTF-8
   */
  abstract extract(
    bytes: Uint8Array,
    name: string,
    mediaType: string | undefined,
    signal?: AbortSignal,
  ): Promise<ExtractedText>;
  /** Visible text of an HTML document that came as a string. */
  abstract htmlToText(html: string): Promise<string>;
}

export class UnsupportedFileError extends DomainError {
  constructor(name: string) {
    super(
      'unsupported-type',
      'unsupported-file',
      `'${name}' is of a type that is not taken; upload PDF, DOCX, HWPX, Markdown, HTML or plain text.`,
    );
  }
}

export class UnreadableFileError extends DomainError {
  constructor(reason: string) {
    super('invalid', 'unreadable-file', `The file cannot be read: ${reason}.`, [{ pointer: '/file', detail: reason }]);
  }
}
