import { Injectable } from '@nestjs/common';
import { load } from 'js-yaml';
import { Environment } from '../../../config/environment.js';
import { DomainError } from '../../../shared/domain/domain-error.js';
import { ExtractedPart, ExtractedText, UnreadableFileError } from '../../domain/text-extractor.js';
import { charsetOf, decodeText } from '../../infrastructure/extraction/decode-text.js';
import { claimOf } from '../../infrastructure/extraction/file-claims.js';
import { sha256 } from '../../infrastructure/sha256-fingerprint.js';
import { FileMetadata, frontMatterOf, readMetadata, severalSides, sideOf, sidesIn } from '../domain/file-metadata.js';
import { SourceContent, SourceError } from '../domain/source-connector.js';
import { FileInspector } from '../domain/source-connectors.js';

const MB = 1024 * 1024;
/** Maximum size of a side file, which has a few lines. */
const MAX_SIDE_BYTES = 65_536;
/** First visible characters of texts that may have front matter: of its rule, and of a comment before it. */
const FIRST = new Set(Buffer.from('-#%<'));

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

/** Whether a file is read as Markdown or plain text. A rule at the start of a YAML file is part of its data. */
function hasText(path: string, mediaType: string | undefined): boolean {
  const format = claimOf(path, mediaType)?.format;
  return (format === 'markdown' || format === 'plain') && !/\.ya?ml$/iu.test(path);
}

/** The text of a file that may begin with front matter; undefined for others, and for bytes that are not text, which the extractor refuses. */
function textOf({ bytes, mediaType }: SourceContent): string | undefined {
  const first = bytes.find((byte) => byte > 0x20 && byte < 0x7f);
  if (first === undefined || !FIRST.has(first)) return undefined;
  try {
    return decodeText(bytes, charsetOf(mediaType)).text;
  } catch (error) {
    if (error instanceof UnreadableFileError) return undefined;
    throw error;
  }
}

/** @throws SourceError */
function stated(text: string, where: string): FileMetadata {
  const value = parsed(text, where);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new SourceError(`${where} must hold a map, for example effective_from: 2026-03-01; correct it.`);
  return readMetadata(value);
}

function inFrontMatter(text: string): FileMetadata {
  const block = frontMatterOf(text) ?? '';
  return block === '' ? {} : stated(block, 'Its front matter');
}

const inSide = (text: string): FileMetadata => stated(text, 'Its side file');

/**
 * Tidy text has the same front matter as the file.
 * @throws SourceError for a file inside another one that names groups of its own
 */
function assertUnrestricted(name: string, content: ExtractedText, side: ExtractedPart['content'] | undefined): void {
  if (side instanceof DomainError) throw new SourceError(`Its side file cannot be read: ${side.message}`);
  const own = hasText(name, content.contentType) ? inFrontMatter(content.text) : {};
  const more = side === undefined ? {} : inSide(side.text);
  if (own.groups !== undefined || more.groups !== undefined)
    throw new SourceError(
      `'${name}' has an access of its own, which is not used inside another file; take it out, and put it in the source by itself.`,
    );
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

  metadata(path: string, content: SourceContent, side: Uint8Array | undefined): FileMetadata {
    const text = hasText(path, content.mediaType) ? textOf(content) : undefined;
    return { ...(text === undefined ? {} : inFrontMatter(text)), ...(side === undefined ? {} : this.side(side)) };
  }

  checkParts({ text, parts = [] }: ExtractedText): readonly ExtractedPart[] {
    const contents = new Map(parts.map(({ name, content }) => [name, content]));
    const sidesOf = sidesIn(new Set(contents.keys()));
    return parts.map(({ name, content }) => {
      if (content instanceof DomainError) return { name, content };
      if (sideOf(name) !== undefined)
        return { name, content: new SourceError('It is a side file, which is not stored.') };
      try {
        const sides = sidesOf(name);
        if (sides.length > 1) throw new SourceError(severalSides(sides));
        assertUnrestricted(name, content, contents.get(sides[0] ?? ''));
        return { name, content };
      } catch (error) {
        if (!(error instanceof SourceError) || text !== '') throw error;
        return { name, content: error };
      }
    });
  }

  private side(side: Uint8Array): FileMetadata {
    if (side.byteLength > MAX_SIDE_BYTES)
      throw new SourceError(`Its side file is larger than ${MAX_SIDE_BYTES} bytes; shorten it.`);
    try {
      return inSide(decodeText(side).text);
    } catch (error) {
      if (error instanceof UnreadableFileError) throw new SourceError(`Its side file cannot be read: ${error.message}`);
      throw error;
    }
  }
}
