import { DomainError } from '../../../shared/domain/domain-error.js';

/** One file of a source from its listing, before it is read. */
export interface SourceEntry {
  /** Relative, `/` between folders, NFC, without `.` and `..`: the path that patterns, rules and reports use. */
  readonly path: string;
  /** Bytes, if the source knows them. */
  readonly size?: number;
  /** ISO 8601, if the source knows it. */
  readonly modifiedAt?: string;
  /**
   * A text that changes whenever the content may have changed: a hash, an ETag, size with time. Without one the file is read in each run.
   */
  readonly version?: string;
}

/** A part of the source that is not listed. Its stored documents stay. */
export interface UnlistedPart {
  /** Folder, or '' for the rest of the source. */
  readonly folder: string;
  /** End of the sentence "... could not be listed: ". */
  readonly reason: string;
}

/** What the settings of the source leave out. Its stored documents are removed like others that are gone. */
export interface LeftOut {
  /** End of the sentence "Left out by the settings: ". */
  readonly leftOut: string;
}

export type Listed = SourceEntry | UnlistedPart | LeftOut;

/** The content of one file. */
export interface SourceContent {
  readonly bytes: Uint8Array;
  /** Declared by the source; may be wrong. */
  readonly mediaType?: string;
  /** Where a reader opens the file. */
  readonly url?: string;
}

/** Why a source, or one file of it, cannot be read. The message is one sentence without secrets and paths of the machine. */
export class SourceError extends DomainError {
  constructor(message: string) {
    super('invalid', 'unreadable-file', message);
  }
}

/**
 * An open source. This is all that another kind of source has to provide: list what is there, read one file of it.
 * @example
 * class OneFile extends SourceConnector {
 *   async *list() { yield { path: 'hello.txt', version: '1' }; }
 *   async read() { return { bytes: Buffer.from('Hello.') }; }
 * }
 */
export abstract class SourceConnector {
  /** Whether a listing shows the newest files alone, as a feed does: files that are not listed stay stored. */
  readonly listsNewestOnly: boolean = false;
  /** Every file once, in any order. @throws SourceError when the source as a whole cannot be listed; the run fails and changes nothing */
  abstract list(signal: AbortSignal): AsyncIterable<Listed>;
  /** @throws SourceError when this file cannot be read; the run continues with the next */
  abstract read(entry: SourceEntry, signal: AbortSignal): Promise<SourceContent>;
  /** Releases connections and temporary files. Called once, after the last read. */
  close(): Promise<void> {
    return Promise.resolve();
  }
}

export function isEntry(listed: Listed): listed is SourceEntry {
  return 'path' in listed;
}
