import { isUtf8 } from 'node:buffer';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { DomainError } from '../../../shared/domain/domain-error.js';
import type { OutlinedText } from '../../domain/document-block.js';
import {
  type ExtractedPart,
  type ExtractedText,
  type FileOrigin,
  TextExtractor,
  UnreadableFileError,
  UnsupportedFileError,
} from '../../domain/text-extractor.js';
import { charsetOf } from './decode-text.js';
import { EXTRACTION_LIMITS } from './extraction-limits.js';
import { ExtractionPool } from './extraction-pool.js';
import type {
  DoneReply,
  ExtractionReply,
  ExtractionTask,
  FileFormat,
  PartReply,
  TextFormat,
} from './extraction-task.js';
import { detectFormat } from './file-format.js';
import { readHtml } from './html-text.js';
import { type RecognizedText, TextRecognition } from './ocr/text-recognition.js';
import { readTextFile } from './text-file.js';

const UTF_8 = 'utf-8';
/** Between a file and the name of one inside it. */
const INSIDE = '!';

/** Extracts text from files: small texts and HTML in this process, all others in separate processes. */
@Injectable()
export class WorkerTextExtractor extends TextExtractor implements OnModuleDestroy {
  constructor(
    private readonly recognition = new TextRecognition(),
    private readonly pool = new ExtractionPool(),
  ) {
    super();
  }

  override async extract(bytes: Uint8Array, name: string, origin: FileOrigin): Promise<ExtractedText> {
    if (bytes.byteLength === 0) throw new UnreadableFileError('it is empty');
    const { mediaType, caller, signal } = origin;
    const format = detectFormat(bytes, name, mediaType);
    if (format === 'picture') return recognized(await this.recognition.readPicture(bytes, name, origin));
    const reply = await this.read({ format, bytes, name, charset: charsetOf(mediaType) }, caller, signal);
    if (reply.status !== 'done') throw refusalOf(reply, name);
    if (reply.text === '' && format === 'pdf')
      return { ...recognized(await this.recognition.readPdf(bytes, origin)), title: reply.title };
    const parts = await this.partsOf(reply.parts ?? [], '', origin);
    if (reply.text === '' && !parts.some(({ content }) => !(content instanceof Error)))
      throw new UnreadableFileError(noTextReason(parts));
    return { ...extractedText(reply, format), ...(parts.length === 0 ? {} : { parts }) };
  }

  /**
   * Tidy text, '' if nothing in the document is visible.
   * @throws UnreadableFileError for HTML that exceeds the limits of a reading process
   */
  override async readHtml(html: string, caller: string): Promise<OutlinedText> {
    if (html.length <= EXTRACTION_LIMITS.inPlaceHtmlBytes) {
      const read = withinStack(() => readHtml(html));
      if (read !== undefined) return read;
    }
    const reply = await this.pool.run({ format: 'html', bytes: Buffer.from(html), charset: UTF_8 }, caller);
    if (reply.status === 'done') return { text: reply.text, headings: reply.headings };
    throw new UnreadableFileError(reply.status === 'unreadable' ? reply.reason : 'it is not valid HTML');
  }

  async close(): Promise<void> {
    this.recognition.close();
    await this.pool.close();
  }

  async onModuleDestroy(): Promise<void> {
    await this.close();
  }

  private async read(task: ExtractionTask, caller: string, signal: AbortSignal | undefined): Promise<ExtractionReply> {
    const { format, bytes } = task;
    if (!isSmallText(format, bytes)) return this.pool.run(task, caller, signal);
    const text = new TextDecoder().decode(bytes);
    return withinStack(() => readTextFile(format, text, UTF_8)) ?? this.pool.run(task, caller, signal);
  }

  /** All files in a file, at any depth. */
  private async partsOf(parts: readonly PartReply[], around: string, origin: FileOrigin): Promise<ExtractedPart[]> {
    const read: ExtractedPart[] = [];
    for (const part of parts) read.push(...(await this.partOf(part, around, origin)));
    return read;
  }

  private async partOf(
    { name, format, reply }: PartReply,
    around: string,
    origin: FileOrigin,
  ): Promise<ExtractedPart[]> {
    const path = around + name;
    if (reply.status === 'picture')
      return [{ name: path, content: await this.recognizedPart(reply.bytes, { name, format }, origin) }];
    if (reply.status !== 'done') return [{ name: path, content: refusalOf(reply, name) }];
    const inner = await this.partsOf(reply.parts ?? [], `${path}${INSIDE}`, origin);
    if (reply.text === '' && inner.length > 0) return inner;
    const content = reply.text === '' ? new UnreadableFileError(NO_TEXT) : extractedText(reply, format);
    return [{ name: path, content }, ...inner];
  }

  private async recognizedPart(
    bytes: Uint8Array,
    { name, format }: Pick<PartReply, 'name' | 'format'>,
    origin: FileOrigin,
  ): Promise<ExtractedText | DomainError> {
    try {
      const { recognition } = this;
      return recognized(
        format === 'pdf'
          ? await recognition.readPdf(bytes, origin)
          : await recognition.readPicture(bytes, name, origin),
      );
    } catch (error) {
      if (error instanceof DomainError && error.kind !== 'cancelled') return error;
      throw error;
    }
  }
}

function recognized({ text, confidence }: RecognizedText): ExtractedText {
  return { text, headings: [], contentType: 'text/plain', title: undefined, ocrConfidence: confidence };
}

function extractedText(reply: DoneReply, format: FileFormat): ExtractedText {
  const { text, headings, places, title, date, metadata, encoding } = reply;
  const placed = places === undefined ? {} : { places };
  return { text, headings, ...placed, contentType: contentTypeOf(format), title, date, metadata, encoding };
}

function contentTypeOf(format: FileFormat): ExtractedText['contentType'] {
  if (format === 'html') return 'text/html';
  return format === 'markdown' ? 'text/markdown' : 'text/plain';
}

function refusalOf(reply: Exclude<ExtractionReply, { status: 'done' }>, name: string): DomainError {
  return reply.status === 'unreadable'
    ? new UnreadableFileError(reply.reason)
    : new UnsupportedFileError(name, reply.cure);
}

/** Other encodings need tables that only the reading processes load. */
function isSmallText(format: FileFormat, bytes: Uint8Array): format is TextFormat {
  const most = SMALL[format];
  return most !== undefined && bytes.byteLength <= most && isUtf8(bytes) && !bytes.includes(0);
}

const SMALL: Readonly<Partial<Record<FileFormat, number>>> = {
  html: EXTRACTION_LIMITS.inPlaceHtmlBytes,
  markdown: EXTRACTION_LIMITS.inPlaceTextBytes,
  plain: EXTRACTION_LIMITS.inPlaceTextBytes,
  csv: EXTRACTION_LIMITS.inPlaceHtmlBytes,
  tsv: EXTRACTION_LIMITS.inPlaceHtmlBytes,
  json: EXTRACTION_LIMITS.inPlaceHtmlBytes,
  subtitles: EXTRACTION_LIMITS.inPlaceHtmlBytes,
  calendar: EXTRACTION_LIMITS.inPlaceHtmlBytes,
} satisfies Record<TextFormat, number>;

/** Result of a conversion, or undefined if elements are nested too deep for this thread's stack; a reading process has a larger one. */
function withinStack<T>(convert: () => T): T | undefined {
  try {
    return convert();
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

const NO_TEXT = 'it holds no text';

function noTextReason(parts: readonly ExtractedPart[]): string {
  const [first] = parts;
  if (!(first?.content instanceof Error)) return NO_TEXT;
  return `none of its ${parts.length} files can be read; the first, ${first.name}: ${first.content.message}`;
}
