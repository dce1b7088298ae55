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
  /** Id of the key or the person whose request made it; null for edited files, and for improvements. */
  readonly createdBy: string | null;
}

export type ConfigurationDraft = Pick<
  ConfigurationVersion,
  'filesHash' | 'patches' | 'document' | 'note' | 'createdAt' | 'createdBy'
>;

/** A version without its content, for lists. */
export interface ConfigurationSummary extends Pick<
  ConfigurationVersion,
  'version' | 'hash' | 'note' | 'createdAt' | 'createdBy'
> {
  readonly isActive: boolean;
}

/** A file of the folders of the configuration. */
export interface ConfigurationFile {
  /** From the folder: `personas/clinic.json`. */
  readonly name: string;
  /** Whether it is of the organisation's folder, which comes first. */
  readonly isOwn: boolean;
}

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
  /** All files of the folders by name, those that only start-up reads among them; a file of the program that an own one replaces is left out. */
  abstract list(): Promise<readonly ConfigurationFile[]>;
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
  /** Newest first. @param before version before which the list begins */
  abstract summaries(before: number, limit: number): Promise<readonly ConfigurationSummary[]>;
  /**
   * Stores a version and activates it, atomically. @param basedOn version that it was made from
   * @throws ConflictError if another version is active by then
   */
  abstract add(draft: ConfigurationDraft, basedOn?: number): Promise<ConfigurationVersion>;
  /** @throws ConflictError as `add` */
  abstract activate(version: number, basedOn?: number): Promise<void>;
  /** Calls back if another process may have activated a version; a store with a single process never does. */
  abstract onChange(listener: () => void): void;
}

/** The active version, for readers per request, and a change signal for those who cache parts of it. */
export class ActiveConfiguration {
  private readonly listeners: ((version: ConfigurationVersion) => void)[] = [];
  /** Why the files cannot be used now; undefined if they can. */
  problem: string | undefined;

  constructor(private version: ConfigurationVersion) {}

  get current(): ConfigurationVersion {
    return this.version;
  }

  /** Activates a version; notifies the listeners if it differs from the last one. */
  put(version: ConfigurationVersion): void {
    if (version.version === this.version.version) return;
    this.version = version;
    for (const listener of this.listeners) listener(version);
  }

  onChange(listener: (version: ConfigurationVersion) => void): void {
    this.listeners.push(listener);
  }
}
