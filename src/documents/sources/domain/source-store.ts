import { Source } from './source.js';
import { SourceRun } from './source-run.js';

/**
 * What is known of one file of a source. `claimed`: its document id is taken, its content is not stored yet. `retired`: the file is gone
 * and its documents are kept out of force.
 */
export interface SourceFile {
  readonly path: string;
  readonly documentId: string;
  readonly state: 'claimed' | 'stored' | 'retired';
  /** SHA-256 of the bytes, hexadecimal; '' while only claimed. */
  readonly hash: string;
  /** Of the listing and of what the source's rules say about the file: equal means unchanged. */
  readonly version: string;
  /** What the document has besides its text, as JSON: a change of it is a change of the document. */
  readonly fields: string;
  /** Documents made of it: its own and those of files inside of it. */
  readonly documents: readonly string[];
}

/** Keeps sources that the API defines. */
export abstract class SourceStore {
  /** In the order of their names. */
  abstract list(): Promise<readonly Source[]>;
  abstract find(sourceId: string): Promise<Source | undefined>;
  /** Stores a new source, or the new settings of a known one. */
  abstract put(source: Source): Promise<void>;
  /** Removes the source with its files and runs; documents stay. */
  abstract remove(sourceId: string): Promise<void>;
  /** Claims one planned start for all processes: only the first claim of a moment wins. @param at ISO moment */
  abstract claimStart(sourceId: string, at: string): Promise<boolean>;
}

/** Keeps which files of a source are stored as which documents. */
export abstract class SourceFiles {
  abstract list(sourceId: string): Promise<readonly SourceFile[]>;
  /** Whether any source has this document id. */
  abstract hasDocument(documentId: string): Promise<boolean>;
  abstract put(sourceId: string, file: SourceFile): Promise<void>;
  /** The file is at another path now; everything else stays. */
  abstract move(sourceId: string, from: string, to: SourceFile): Promise<void>;
  abstract remove(sourceId: string, path: string): Promise<void>;
}

/** Keeps reports of runs. */
export abstract class SourceRuns {
  /** Newest first. @param before id of a run after which the page begins */
  abstract list(sourceId: string, limit: number, before: string | undefined): Promise<readonly SourceRun[]>;
  abstract find(sourceId: string, runId: string): Promise<SourceRun | undefined>;
  /** Stores a run and forgets the oldest beyond the last 50. */
  abstract put(run: SourceRun): Promise<void>;
  /** Marks runs that a dead process left unfinished. @param except the run that is at work */
  abstract interrupt(sourceId: string, except: string | undefined): Promise<void>;
}
