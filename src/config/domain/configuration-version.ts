import { Configuration } from './configuration.js';
import { Json, JsonPatch } from './json-patch.js';

/** One state of the configuration. Immutable; a rollback activates an earlier version. */
export interface ConfigurationVersion {
  /** From 1, in creation order. */
  readonly version: number;
  /** Short hash of the document. */
  readonly hash: string;
  /** Hash of the files that the document is based on. */
  readonly filesHash: string;
  /** Patches on top of the files, oldest first: each is replayed when the files change. */
  readonly patches: readonly JsonPatch[];
  readonly document: Configuration;
  /** Reason for this version. */
  readonly note: string;
  readonly createdAt: string;
}

export type ConfigurationDraft = Pick<
  ConfigurationVersion,
  'filesHash' | 'patches' | 'document' | 'note' | 'createdAt'
>;

/** Current content of the files of `data/config`. */
export interface ConfigurationSources {
  /** Raw content, not yet validated. */
  readonly document: Json;
  readonly hash: string;
}

/** The files of `data/config`. */
export abstract class ConfigurationFiles {
  /** @throws InvalidInputError naming the file that is missing or is not valid JSON */
  abstract read(): Promise<ConfigurationSources>;
  /** Whether a file was modified since the last read; cheap. */
  abstract touched(): boolean;
}

/** Validates a configuration document. */
export abstract class ConfigurationSchema {
  /** @throws InvalidInputError with every fault: file, place in it, and what to change */
  abstract check(document: Json): Configuration;
}

/** Versions and which of them is active; stored with the data, not with the files. */
export abstract class ConfigurationStore {
  abstract active(): Promise<ConfigurationVersion | undefined>;
  /** Only the number of the active version; cheap enough for a poll every two seconds. */
  abstract activeNumber(): Promise<number | undefined>;
  abstract find(version: number): Promise<ConfigurationVersion | undefined>;
  /** Newest first. */
  abstract history(limit: number): Promise<readonly ConfigurationVersion[]>;
  /** Stores a version and activates it, atomically. */
  abstract add(draft: ConfigurationDraft): Promise<ConfigurationVersion>;
  abstract activate(version: number): Promise<void>;
  /** Calls back if another process may have activated a version; a store with a single process never does. */
  abstract onChange(listener: () => void): void;
}
