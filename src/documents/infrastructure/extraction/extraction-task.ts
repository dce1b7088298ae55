import type { OutlinedText } from '../../domain/document-block.js';

/** Formats by their container; DOCX, HWPX and other formats in a zip or an OLE compound file are detected once it is open. */
export type FileFormat = TextFormat | 'pdf' | 'zip' | 'compound' | 'rtf' | 'mail' | 'mailbox' | 'picture';

/** Formats that are text as a whole. */
export type TextFormat = 'html' | 'markdown' | 'plain' | 'csv' | 'tsv' | 'json' | 'subtitles' | 'calendar';

/** One file to read. */
export interface ExtractionTask {
  readonly format: FileFormat;
  /** Encoding that the sender declared for a text. */
  readonly charset?: string | undefined;
  readonly bytes: Uint8Array;
  /** Name of the file, for the files inside it whose format follows from their extension. */
  readonly name?: string | undefined;
}

/**
 * The result of reading a file. A refusal is a value, since the class of an error is lost between processes. `text` is tidy (see
 * `tidyText`) and may be empty.
 */
export type ExtractionReply =
  | DoneReply
  /** @see UnsupportedFileError for `cure` */
  | { readonly status: 'unsupported'; readonly cure?: string }
  | { readonly status: 'unreadable'; readonly reason: string };

/** The content of a file. */
export interface DoneReply extends OutlinedText {
  readonly status: 'done';
  readonly title: string | undefined;
  /** @see ExtractedText */
  readonly date?: string;
  readonly metadata?: Readonly<Record<string, string>>;
  /** The encoding of a text file: `utf-8`, `euc-kr`, … */
  readonly encoding?: string;
  /** Files inside it, in order. */
  readonly parts?: readonly PartReply[];
}

/** A file in another file, such as an attachment. */
export interface PartReply {
  /** Path in the uploaded file. */
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

/** What a reading process, or its thread, reports. After `failed` it ends. */
export type ReaderMessage =
  | { readonly kind: 'reply'; readonly reply: ExtractionReply }
  | { readonly kind: 'failed'; readonly cause: 'memory' | 'time' | 'fault'; readonly detail: string };
