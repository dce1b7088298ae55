import { Injectable } from '@nestjs/common';
import { load } from 'js-yaml';
import { Environment } from '../../../config/environment.js';
import { sha256 } from '../../infrastructure/sha256-fingerprint.js';
import {
  FileMetadata,
  FRONT_MATTER_BYTES,
  frontMatterOf,
  hasUnreadAccess,
  readMetadata,
} from '../domain/file-metadata.js';
import { SourceError } from '../domain/source-connector.js';
import { FileInspector } from '../domain/source-connectors.js';

const MB = 1024 * 1024;
/** Maximum size of a side file, which has a few lines. */
const MAX_SIDE_BYTES = 65_536;
const HAS_FRONT_MATTER = /\.(md|markdown|mdx|txt)$/iu;

/**
 * JSON is valid YAML.
 * @throws SourceError
 */
function parsed(text: string, where: string): unknown {
  try {
    return load(text);
  } catch (error) {
    const [first] = (error instanceof Error ? error.message : '').split('\n');
    throw new SourceError(`${where} is not valid YAML: ${first ?? ''}; correct it.`);
  }
}

/** Hashes files, and reads front matter (YAML between `---` lines) and side files (YAML or JSON). */
@Injectable()
export class BytesInspector extends FileInspector {
  readonly maxBytes: number;

  constructor({ MAX_UPLOAD_MB }: Environment) {
    super();
    this.maxBytes = MAX_UPLOAD_MB * MB;
  }

  hash(bytes: Uint8Array): Promise<string> {
    return sha256(bytes);
  }

  metadata(path: string, bytes: Uint8Array, side: Uint8Array | undefined): FileMetadata {
    return { ...this.frontMatter(path, bytes), ...this.side(side) };
  }

  private frontMatter(path: string, bytes: Uint8Array): FileMetadata {
    if (!HAS_FRONT_MATTER.test(path)) return {};
    const text = new TextDecoder().decode(bytes.subarray(0, FRONT_MATTER_BYTES));
    const block = frontMatterOf(text);
    if (block === undefined && hasUnreadAccess(text))
      throw new SourceError(
        'Its front matter has an access and no end within 100 lines; end it with a line ---, or shorten it.',
      );
    return block === undefined ? {} : readMetadata(parsed(block, 'Its front matter'));
  }

  private side(side: Uint8Array | undefined): FileMetadata {
    if (side === undefined) return {};
    if (side.byteLength > MAX_SIDE_BYTES)
      throw new SourceError(`Its side file is larger than ${MAX_SIDE_BYTES} bytes; shorten it.`);
    const value = parsed(new TextDecoder().decode(side), 'Its side file');
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw new SourceError('Its side file must hold a map, for example effective_from: 2026-03-01; correct it.');
    return readMetadata(value);
  }
}
