import { isUtf8 } from 'node:buffer';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import {
  type ExtractedText,
  type FileOrigin,
  TextExtractor,
  UnreadableFileError,
  UnsupportedFileError,
} from '../../domain/text-extractor.js';
import { EXTRACTION_LIMITS } from './extraction-limits.js';
import { ExtractionPool } from './extraction-pool.js';
import type { OutlinedText } from '../../domain/document-block.js';
import type { ExtractionReply, ExtractionTask, FileFormat } from './extraction-task.js';
import { detectFormat } from './file-format.js';
import { readHtml } from './html-text.js';
import { readTextFile } from './text-file.js';

const UTF_8 = 'utf-8';
const CONTENT_TYPES = {
  pdf: 'text/plain',
  zip: 'text/plain',
  html: 'text/html',
  markdown: 'text/markdown',
  plain: 'text/plain',
} as const;

/** Takes text out of files: small texts and HTML in place, all else in processes of their own. */
@Injectable()
export class WorkerTextExtractor extends TextExtractor implements OnModuleDestroy {
  private readonly pool = new ExtractionPool();

  override async extract(
    bytes: Uint8Array,
    name: string,
    { mediaType, caller, signal }: FileOrigin,
  ): Promise<ExtractedText> {
    if (bytes.byteLength === 0) throw new UnreadableFileError('it is empty');
    const format = detectFormat(bytes, name, mediaType);
    const reply = await this.read({ format, bytes, charset: charsetOf(mediaType) }, caller, signal);
    if (reply.status === 'unsupported') throw new UnsupportedFileError(name);
    if (reply.status === 'unreadable') throw new UnreadableFileError(reply.reason);
    if (reply.text === '') throw new UnreadableFileError(noTextReason(format));
    return {
      text: reply.text,
      headings: reply.headings,
      contentType: CONTENT_TYPES[format],
      title: reply.title,
      encoding: reply.encoding,
    };
  }

  /** Tidy text, '' where nothing of the document is visible. @throws UnreadableFileError for HTML that breaks the limits of a reading process */
  override async readHtml(html: string, caller: string): Promise<OutlinedText> {
    if (html.length <= EXTRACTION_LIMITS.inPlaceHtmlBytes) {
      const read = withinStack(() => readHtml(html));
      if (read !== undefined) return read;
    }
    const reply = await this.pool.run({ format: 'html', bytes: Buffer.from(html), charset: UTF_8 }, caller);
    if (reply.status === 'done') return { text: reply.text, headings: reply.headings };
    throw new UnreadableFileError(reply.status === 'unreadable' ? reply.reason : 'it is no HTML');
  }

  async close(): Promise<void> {
    await this.pool.close();
  }

  async onModuleDestroy(): Promise<void> {
    await this.close();
  }

  private async read(task: ExtractionTask, caller: string, signal: AbortSignal | undefined): Promise<ExtractionReply> {
    if (!isSmallText(task)) return this.pool.run(task, caller, signal);
    const text = new TextDecoder().decode(task.bytes);
    return withinStack(() => readTextFile(task.format, text, UTF_8)) ?? this.pool.run(task, caller, signal);
  }
}

/** Other encodings are told and decoded by tables that only the reading processes load. */
function isSmallText({ format, bytes }: ExtractionTask): boolean {
  if (!isUtf8(bytes) || bytes.includes(0)) return false;
  if (format === 'html') return bytes.byteLength <= EXTRACTION_LIMITS.inPlaceHtmlBytes;
  return (format === 'markdown' || format === 'plain') && bytes.byteLength <= EXTRACTION_LIMITS.inPlaceTextBytes;
}

/** The encoding that a media type names: `text/plain; charset=euc-kr`. */
function charsetOf(mediaType: string | undefined): string | undefined {
  return /;\s{0,9}charset\s{0,9}=\s{0,9}["']?([\w:.-]{1,40})/iu.exec(mediaType ?? '')?.[1];
}

/** Result of a conversion, or undefined where elements are nested too deep for this thread's stack; that of a reading process is larger. */
function withinStack<T>(convert: () => T): T | undefined {
  try {
    return convert();
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function noTextReason(format: FileFormat): string {
  return format === 'pdf' || format === 'zip'
    ? 'it holds no text; a scan needs text recognition (OCR) first'
    : 'it holds no text';
}
