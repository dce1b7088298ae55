import { Configuration } from './configuration.js';
import { Json, JsonPatch } from './json-patch.js';

/** One state of the configuration. It never changes; going back activates an earlier one. */
export interface ConfigurationVersion {
  /** From 1, in the order of making. */
  readonly version: number;
  /** Short hash of the document. */
  readonly hash: string;
  /** Hash of the files that the document began with. */
  readonly filesHash: string;
  /** What was applied on top of the files, oldest first: each can be replayed when the files change. */
  readonly patches: readonly JsonPatch[];
  readonly document: Configuration;
  /** Why it was made. */
  readonly note: string;
  readonly createdAt: string;
}

export type ConfigurationDraft = Pick<
  ConfigurationVersion,
  'filesHash' | 'patches' | 'document' | 'note' | 'createdAt'
>;

/** What the files of `data/config` hold now. */
export interface ConfigurationSources {
  /** As it was read: not yet checked. */
  readonly document: Json;
  readonly hash: string;
}

/** The files of `data/config`. */
export abstract class ConfigurationFiles {
  /** @throws InvalidInputError naming the file that is missing or no JSON */
  abstract read(): Promise<ConfigurationSources>;
  /** Whether a file was touched since it was last read; cheap. */
  abstract touched(): boolean;
}

/** Says whether a document is a configuration. */
export abstract class ConfigurationSchema {
  /** @throws InvalidInputError with every fault: file, place in it, and what to change */
  abstract check(document: Json): Configuration;
}

/** Versions and which of them is active; kept with the data, not with the files. */
export abstract class ConfigurationStore {
  abstract active(): Promise<ConfigurationVersion | undefined>;
  /** Its number alone; cheap enough to be asked every other second. */
  abstract activeNumber(): Promise<number | undefined>;
  abstract find(version: number): Promise<ConfigurationVersion | undefined>;
  /** Newest first. */
  abstract history(limit: number): Promise<readonly ConfigurationVersion[]>;
  /** Stores a version and makes it active, both or neither. */
  abstract add(draft: ConfigurationDraft): Promise<ConfigurationVersion>;
  abstract activate(version: number): Promise<void>;
  /** Calls back when another process may have put a version in service; a store that one process has to itself never does. */
  abstract onChange(listener: () => void): void;
}
