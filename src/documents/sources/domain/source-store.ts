import { Source } from './source.js';
import { SourceRun } from './source-run.js';

/**
 * The stored state of one file of a source. `claimed`: its document id is reserved, its content is not stored yet. `retired`: the file is
 * gone and its documents are kept out of force.
 */
export interface SourceFile {
  readonly path: string;
  readonly documentId: string;
  readonly state: 'claimed' | 'stored' | 'retired';
  /** SHA-256 of the bytes, hexadecimal; '' while only claimed. */
  readonly hash: string;
  /** Hash of the listing and of the result of the source's rules for the file: equal means unchanged. */
  readonly version: string;
  /** The fields of the document other than its text, as JSON: a change of them is a change of the document. */
  readonly fields: string;
  /** Documents made from it: its own and those of files inside it. */
  readonly documents: readonly string[];
}

/** Stores sources that the API defines. */
export abstract class SourceStore {
  /** Sorted by name. */
  abstract list(): Promise<readonly Source[]>;
  abstract find(sourceId: string): Promise<Source | undefined>;
  /** Stores a new source, or the new settings of an existing one. */
  abstract put(source: Source): Promise<void>;
  /** Removes the source with its files and runs; documents stay. */
  abstract remove(sourceId: string): Promise<void>;
  /**
   * Claims one planned start for all processes: only the first claim for a time succeeds.
   * @param at ISO time
   */
  abstract claimStart(sourceId: string, at: string): Promise<boolean>;
}

/** Stores which files of a source are stored as which documents. */
export abstract class SourceFiles {
  abstract list(sourceId: string): Promise<readonly SourceFile[]>;
  /** Whether any source has this document id. */
  abstract hasDocument(documentId: string): Promise<boolean>;
  abstract put(sourceId: string, file: SourceFile): Promise<void>;
  /** Records a new path of the file; everything else stays. */
  abstract move(sourceId: string, from: string, to: SourceFile): Promise<void>;
  abstract remove(sourceId: string, path: string): Promise<void>;
}

/** Stores reports of runs. */
export abstract class SourceRuns {
  /** Newest first. @param before id of a run after which the page begins */
  abstract list(sourceId: string, limit: number, before: string | undefined): Promise<readonly SourceRun[]>;
  abstract find(sourceId: string, runId: string): Promise<SourceRun | undefined>;
  /** Stores a run and deletes the oldest beyond the last 50. */
  abstract put(run: SourceRun): Promise<void>;
  /**
   * Marks runs that a dead process left unfinished.
   * @param except the current run
   */
  abstract interrupt(sourceId: string, except: string | undefined): Promise<void>;
}
