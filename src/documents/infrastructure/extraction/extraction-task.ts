import type { OutlinedText } from '../../domain/document-block.js';

/** Formats by their container: a zip or an OLE compound file is told apart (DOCX, HWPX, other) once it is open. */
export type FileFormat = TextFormat | 'pdf' | 'zip' | 'compound' | 'rtf' | 'mail' | 'mailbox' | 'picture';

/** Formats that are text as a whole. */
export type TextFormat = 'html' | 'markdown' | 'plain' | 'csv' | 'tsv' | 'json';

/** One file to read. */
export interface ExtractionTask {
  readonly format: FileFormat;
  /** Encoding that the sender declared for a text. */
  readonly charset?: string | undefined;
  readonly bytes: Uint8Array;
  /** Name of the file, for those inside of it that are told by their endings. */
  readonly name?: string | undefined;
}

/** Called after each finished page or section of a file. */
export type Progress = () => void;

/**
 * What the reading of a file gives. Refusals are values: the class of an error does not survive the way between processes.
 * `text` is tidy (see `tidyText`) and may be empty.
 */
export type ExtractionReply =
  | DoneReply
  /** @see UnsupportedFileError for `cure` */
  | { readonly status: 'unsupported'; readonly cure?: string }
  | { readonly status: 'unreadable'; readonly reason: string };

/** What a file says. */
export interface DoneReply extends OutlinedText {
  readonly status: 'done';
  readonly title: string | undefined;
  /** Of a text file: the encoding that it was read in, `utf-8`, `euc-kr`, … */
  readonly encoding?: string;
  /** Files inside of it, in their order. */
  readonly parts?: readonly PartReply[];
}

/** A file in another file, such as an attachment. */
export interface PartReply {
  /** Path in the file that was sent. */
  readonly name: string;
  readonly format: FileFormat;
  readonly reply: ExtractionReply | { readonly status: 'picture'; readonly bytes: Uint8Array };
}

/** Announces a file to a reading process; its bytes follow on the standard input. */
export interface FileAnnouncement {
  readonly format: FileFormat;
  readonly charset: string | undefined;
  readonly name: string | undefined;
  /** Bytes of the file. */
  readonly size: number;
}

/** What a reading process, or the thread in it, reports. After `failed` it ends. */
export type ReaderMessage =
  | { readonly kind: 'progress' }
  | { readonly kind: 'reply'; readonly reply: ExtractionReply }
  | { readonly kind: 'failed'; readonly cause: 'memory' | 'fault'; readonly detail: string };
