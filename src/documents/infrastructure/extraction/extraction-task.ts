import type { OutlinedText } from '../../domain/document-block.js';

/** Formats by their container: a zip is told apart (DOCX, HWPX, other) once it is open. */
export type FileFormat = 'pdf' | 'zip' | 'html' | 'markdown' | 'plain';

/** One file to read. */
export interface ExtractionTask {
  readonly format: FileFormat;
  /** Encoding that the sender declared for a text. */
  readonly charset?: string | undefined;
  readonly bytes: Uint8Array;
}

/** Called after each finished page or section of a file. */
export type Progress = () => void;

/**
 * What the reading of a file gives. Refusals are values: the class of an error does not survive the way between processes.
 * `text` is tidy (see `tidyText`) and may be empty.
 */
export type ExtractionReply =
  | (OutlinedText & {
      readonly status: 'done';
      readonly title: string | undefined;
      /** Of a text file: the encoding that it was read in, `utf-8`, `euc-kr`, … */
      readonly encoding?: string;
    })
  | { readonly status: 'unsupported' }
  | { readonly status: 'unreadable'; readonly reason: string };

/** Announces a file to a reading process; its bytes follow on the standard input. */
export interface FileAnnouncement {
  readonly format: FileFormat;
  readonly charset: string | undefined;
  /** Bytes of the file. */
  readonly size: number;
}

/** What a reading process, or the thread in it, reports. After `failed` it ends. */
export type ReaderMessage =
  | { readonly kind: 'progress' }
  | { readonly kind: 'reply'; readonly reply: ExtractionReply }
  | { readonly kind: 'failed'; readonly cause: 'memory' | 'fault'; readonly detail: string };
