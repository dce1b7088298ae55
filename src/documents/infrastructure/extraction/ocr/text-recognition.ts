import { availableParallelism } from 'node:os';
import { UnreadableFileError, UnsupportedFileError } from '../../../domain/text-extractor.js';
import { EXTRACTION_LIMITS } from '../extraction-limits.js';
import { ReadingTurns } from '../reading-turns.js';
import { tidyExtractedText } from '../tidy-text.js';
import { type ProgramLimits, type ProgramResult, runProgram } from './run-program.js';
import { hangulShare, hasDoubts, mergeWords } from './merge-words.js';
import { type RecognizedPage, recognizedPage, type RecognizedWord, recognizedWords } from './tesseract-words.js';

/** Width and height of a picture from its first bytes. */
interface PictureSize {
  readonly width: number;
  readonly height: number;
}

const JPEG_FRAMES: ReadonlySet<number> = new Set([
  0xc0, 0xc1, 0xc2, 0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf,
]);

/** Size of a PNG, JPEG, GIF or BMP; undefined for other formats and if the file does not contain it. */
function pictureSize(bytes: Uint8Array): PictureSize | undefined {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (data.length < 26) return undefined;
  if (data[0] === 0x89) return { width: data.readUInt32BE(16), height: data.readUInt32BE(20) };
  if (data[0] === 0x47) return { width: data.readUInt16LE(6), height: data.readUInt16LE(8) };
  if (data[0] === 0x42) return { width: Math.abs(data.readInt32LE(18)), height: Math.abs(data.readInt32LE(22)) };
  return data[0] === 0xff ? jpegSize(data) : undefined;
}

function jpegSize(data: Buffer): PictureSize | undefined {
  let at = 2;
  while (at + 9 < data.length && data[at] === 0xff) {
    const marker = data[at + 1] ?? 0;
    if (JPEG_FRAMES.has(marker)) return { width: data.readUInt16BE(at + 7), height: data.readUInt16BE(at + 5) };
    at += marker === 0xff ? 1 : 2 + data.readUInt16BE(at + 2);
  }
  return undefined;
}

/** The text recognition of pictures and scans: none, or Tesseract. */
export type RecognitionMode = 'none' | 'tesseract';

/** Text of a picture or scan. */
export interface RecognizedText {
  readonly text: string;
  /** Confidence, 0 to 100, with one decimal. */
  readonly confidence: number;
}

/** The caller of a file, and the signal that ends its reading. */
export interface RecognitionOrigin {
  readonly caller: string;
  readonly signal?: AbortSignal | undefined;
}

const PACKAGES = 'tesseract-ocr tesseract-ocr-kor tesseract-ocr-eng poppler-utils';
export const HOW_TO_RECOGNIZE = `set OCR=tesseract (Debian: apt-get install ${PACKAGES})`;
const LANGUAGES = 'kor and eng';
/** Layouts (`--psm`): with Korean the automatic one detects pages of text as columns. */
const ONE_COLUMN = '4';
const AUTOMATIC = '3';
const KOREAN_SHARE = 0.2;
const DPI = 300;
const MAX_PAGES = 500;
/** A page of 60 million points is A2 at 300 dpi. */
const MAX_POINTS = 60_000_000;
const SCAN_POINTS = 4_000_000;
const PAGE_LIMITS: ProgramLimits = { timeMs: 60_000, memoryKb: 1_500_000, outputBytes: 80_000_000 };
/** Letters in a photograph have a mean far below this. */
const LEAST_MEAN = 40;
const PAGES_AT_ONCE = Math.max(1, Math.min(4, Math.floor(availableParallelism() / 2)));

/**
 * Reads the text of pictures and scans by programs that are started for each page, with limits of time and memory. Pages of all callers
 * share the processors by turns.
 */
export class TextRecognition {
  private readonly turns = new ReadingTurns({
    processes: PAGES_AT_ONCE,
    waiting: EXTRACTION_LIMITS.waiting,
    waitingOfCaller: EXTRACTION_LIMITS.waitingOfCaller,
    longestWaitMs: EXTRACTION_LIMITS.timeLimitMs,
    shareMs: EXTRACTION_LIMITS.timeLimitMs,
  });

  constructor(private readonly mode: RecognitionMode = 'none') {}

  get isOn(): boolean {
    return this.mode !== 'none';
  }

  /**
   * Text of a picture.
   * @throws UnsupportedFileError if OCR is off, UnreadableFileError if nothing can be read
   */
  async readPicture(bytes: Uint8Array, name: string, origin: RecognitionOrigin): Promise<RecognizedText> {
    if (!this.isOn) throw new UnsupportedFileError(name, `it is a picture: ${HOW_TO_RECOGNIZE} to have pictures read`);
    const size = pictureSize(bytes);
    if (size !== undefined && size.width * size.height > MAX_POINTS)
      throw new UnreadableFileError(
        `the picture has ${size.width} x ${size.height} points; make it smaller than ${MAX_POINTS / 1_000_000} million`,
      );
    // A scan often does not contain its resolution; a small picture is a screenshot, for which Tesseract estimates it.
    const isScan = size !== undefined && size.width * size.height > SCAN_POINTS;
    const options = isScan ? ['--dpi', String(DPI)] : [];
    return this.sure([await this.inTurn(origin, () => this.page(bytes, options, origin.signal))]);
  }

  /**
   * Text of a scanned PDF, page by page. @param pages numbers of the pages, from 1; all by default
   * @throws UnreadableFileError where it is switched off, or nothing can be read
   */
  async readPdf(bytes: Uint8Array, origin: RecognitionOrigin, pages?: readonly number[]): Promise<RecognizedText> {
    if (!this.isOn)
      throw new UnreadableFileError(`it holds no text; a scan needs text recognition (OCR): ${HOW_TO_RECOGNIZE}`);
    const numbers = pages ?? (await this.pageNumbers(bytes, origin));
    if (numbers.length > MAX_PAGES)
      throw new UnreadableFileError(`it is a scan of more than ${MAX_PAGES} pages; split it`);
    const read: RecognizedPage[] = [];
    for (const number of numbers) {
      read.push(
        await this.inTurn(origin, async () => {
          const picture = await this.run(
            ['pdftoppm', '-r', String(DPI), '-gray', '-f', String(number), '-l', String(number), '-'],
            bytes,
            origin.signal,
          );
          return this.page(picture.output, ['--dpi', String(DPI)], origin.signal);
        }),
      );
    }
    return this.sure(read);
  }

  /** Refuses the waiting files. */
  close(): void {
    this.turns.close();
  }

  private async pageNumbers(bytes: Uint8Array, { signal }: RecognitionOrigin): Promise<number[]> {
    const { output } = await this.run(['pdfinfo', '-'], bytes, signal);
    const count = Number(/^Pages:\s{1,20}(\d{1,7})/mu.exec(output.toString('latin1'))?.[1] ?? 0);
    return Array.from({ length: Math.min(count, MAX_PAGES + 1) }, (_, i) => i + 1);
  }

  /**
   * Reads a page as Korean, whose model knows no Latin letters: where it has doubts, words of a reading in both languages take the places of
   * those that it is less sure of. A page without Korean is read as English.
   */
  private async page(picture: Uint8Array, options: readonly string[], signal?: AbortSignal): Promise<RecognizedPage> {
    const read = async (language: string, layout: string): Promise<RecognizedWord[]> => {
      const command = ['tesseract', 'stdin', 'stdout', '-l', language, '--psm', layout, ...options];
      const blanks = ['-c', 'preserve_interword_spaces=1'];
      const { output } = await this.run([...command, ...blanks, 'tsv', 'txt'], picture, signal);
      return recognizedWords(output.toString('utf8'));
    };
    const korean = await read('kor', ONE_COLUMN);
    if (!hasDoubts(korean)) return recognizedPage(korean);
    if (hangulShare(korean) >= KOREAN_SHARE)
      return recognizedPage(mergeWords(korean, await read('kor+eng', ONE_COLUMN)));
    const english = recognizedPage(await read('eng', AUTOMATIC));
    const own = recognizedPage(korean);
    return own.confidence > english.confidence ? own : english;
  }

  private async inTurn<T>({ caller, signal }: RecognitionOrigin, work: () => Promise<T>): Promise<T> {
    const turn = await this.turns.take(caller, signal === undefined ? {} : { signal });
    try {
      return await work();
    } finally {
      turn.end();
    }
  }

  private async run(command: readonly string[], input: Uint8Array, signal?: AbortSignal): Promise<ProgramResult> {
    const result = await runProgram(command, input, PAGE_LIMITS, signal);
    const [program = ''] = command;
    if (result === undefined)
      throw new UnreadableFileError(
        `OCR=tesseract is set but ${program} is not installed: apt-get install ${PACKAGES}`,
      );
    if (result.ended !== undefined)
      throw new UnreadableFileError(
        result.ended === 'time'
          ? `recognizing the text of a page took longer than ${PAGE_LIMITS.timeMs / 1000} s`
          : 'a page of it is too large for text recognition',
      );
    if (/Failed loading language|Error opening data file/u.test(result.messages))
      throw new UnreadableFileError(`Tesseract lacks a language of ${LANGUAGES}: apt-get install ${PACKAGES}`);
    if (result.code !== 0)
      throw new UnreadableFileError(`${program} cannot read it: the picture is damaged or too large`);
    return result;
  }

  private sure(pages: readonly RecognizedPage[]): RecognizedText {
    const letters = pages.reduce((sum, page) => sum + page.letters, 0);
    const text = tidyExtractedText(pages.map((page) => page.text).join('\n\n'));
    if (letters === 0) throw new UnreadableFileError('text recognition (OCR) finds no text in it');
    const mean = pages.reduce((sum, page) => sum + page.confidence * page.letters, 0) / letters;
    if (mean < LEAST_MEAN)
      throw new UnreadableFileError(
        `text recognition (OCR) has a low confidence (${Math.round(mean)} of 100); scan it again at ${DPI} dpi`,
      );
    return { text, confidence: Math.round(mean * 10) / 10 };
  }
}
