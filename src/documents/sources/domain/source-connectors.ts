import { CategoryFilter } from '../../../shared/domain/category-filter.js';
import { SourceConnector } from './source-connector.js';
import { FileMetadata } from './file-metadata.js';
import { Source, SourceSettings } from './source.js';

/** What the owner of a source may do at this moment. */
export interface SourceRights {
  /** What it may store and remove. */
  readonly filter: CategoryFilter;
  /** Whether it may read every folder and address that this server reaches; otherwise only folders in SOURCE_FOLDERS. */
  readonly isUnlimited: boolean;
}

/** Opens sources by their kind. */
export abstract class SourceConnectors {
  /** Names of the kinds. */
  abstract readonly kinds: readonly string[];
  /** Checks what can be checked without reading. @throws InvalidInputError, or DomainError (403) for a place that these rights do not reach */
  abstract check(settings: SourceSettings, rights: SourceRights): Promise<void>;
  /** @throws DomainError as `check`: what was allowed once may not be any more */
  abstract open(settings: SourceSettings, rights: SourceRights): Promise<SourceConnector>;
}

/** Reads sources that the configuration defines (`sources.json`). */
export abstract class SourceDefinitions {
  /** @throws InvalidInputError that names the fault in the file */
  abstract list(): Promise<readonly Source[]>;
}

/** Reads of the bytes of a file what is not its text. */
export abstract class FileInspector {
  /** Largest file that is read. */
  abstract readonly maxBytes: number;
  /** SHA-256, hexadecimal. */
  abstract hash(bytes: Uint8Array): Promise<string>;
  /**
   * @param side content of the side file
   * @throws SourceError for metadata that cannot be read
   */
  abstract metadata(path: string, bytes: Uint8Array, side: Uint8Array | undefined): FileMetadata;
}
