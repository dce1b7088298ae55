import { CategoryFilter } from '../../../shared/domain/category-filter.js';
import { ExtractedPart, ExtractedText } from '../../domain/text-extractor.js';
import { SourceConnector, SourceContent } from './source-connector.js';
import { FileMetadata } from './file-metadata.js';
import { Source, SourceSettings } from './source.js';

/** The current rights of the owner of a source. */
export interface SourceRights {
  /** The categories in which it may store and remove documents. */
  readonly filter: CategoryFilter;
  /** Whether it may read every folder and address that this server reaches; otherwise only folders in SOURCE_FOLDERS. */
  readonly isUnlimited: boolean;
}

/** Opens sources by kind. */
export abstract class SourceConnectors {
  /** Names of the kinds. */
  abstract readonly kinds: readonly string[];
  /**
   * Checks the settings without reading files.
   * @throws InvalidInputError, or DomainError (403) for a place outside these rights
   */
  abstract check(settings: SourceSettings, rights: SourceRights): Promise<void>;
  /** @throws DomainError as `check`: a place that was allowed before may be forbidden now */
  abstract open(settings: SourceSettings, rights: SourceRights): Promise<SourceConnector>;
}

/** Reads sources that the configuration defines (`sources.json`). */
export abstract class SourceDefinitions {
  /** @throws InvalidInputError that names the fault in the file */
  abstract list(): Promise<readonly Source[]>;
}

/** Reads data other than the text from a file. */
export abstract class FileInspector {
  /** Largest file that is read. */
  abstract readonly maxBytes: number;
  /** SHA-256, hexadecimal. */
  abstract hash(bytes: Uint8Array): Promise<string>;
  /**
   * What a file states about itself.
   * @param side content of the side file
   * @throws SourceError for metadata that cannot be read
   */
  abstract metadata(path: string, content: SourceContent, side: Uint8Array | undefined): FileMetadata;
  /**
   * The files in a file: in an archive, those that are side files, or that name groups of their own, become faults.
   * @throws SourceError for a document with such a file, which its original contains
   */
  abstract checkParts(extracted: ExtractedText): readonly ExtractedPart[];
}
