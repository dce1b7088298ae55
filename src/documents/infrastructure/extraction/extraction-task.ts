/** Formats by their container: a zip is told apart (DOCX, HWPX, other) once it is open. */
export type FileFormat = 'pdf' | 'zip' | 'html' | 'markdown' | 'plain';

/** One file for a worker thread. */
export interface ExtractionTask {
  readonly format: FileFormat;
  readonly bytes: Uint8Array;
}

/**
 * What a worker answers. Refusals are values: the class of an error does not survive the way between threads.
 * `text` is tidy (see `tidyText`) and may be empty.
 */
export type ExtractionReply =
  | { readonly status: 'done'; readonly text: string; readonly title: string | undefined }
  | { readonly status: 'unsupported' }
  | { readonly status: 'unreadable'; readonly reason: string };
