import { createRequire } from 'node:module';
import { dirname, join, sep } from 'node:path';
import { UnreadableFileError } from '../../domain/text-extractor.js';
import { damagedFile } from './damaged-file.js';
import { sensibleTitle } from './document-title.js';
import { EXTRACTION_LIMITS } from './extraction-limits.js';
import type { ExtractionReply } from './extraction-task.js';
import { pdfBlocks } from './pdf-blocks.js';
import { pageTexts } from './pdf-page.js';
import type { PdfPageText } from './pdf-running-heads.js';
import { renderBlocks } from './render-blocks.js';

type PdfJs = typeof import('pdfjs-dist/legacy/build/pdf.mjs');
type PdfDocument = Awaited<ReturnType<PdfJs['getDocument']>['promise']>;

/** Tables of the package itself: without them, Korean text in fonts that are not embedded has no Unicode. */
const PACKAGE = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
const OPTIONS = {
  cMapUrl: join(PACKAGE, 'cmaps') + sep,
  cMapPacked: true,
  standardFontDataUrl: join(PACKAGE, 'standard_fonts') + sep,
  // Nothing in a file is run as code, and nothing is fetched: data comes as bytes, tables from disk.
  isEvalSupported: false,
  useWorkerFetch: false,
  useWasm: false,
  disableFontFace: true,
  useSystemFonts: false,
  // Pictures are not decoded.
  maxImageSize: 1,
  // Messages about odd fonts do not help the uploader; errors are thrown whatever the level.
  verbosity: 0,
};

/** Fonts are loaded again after this number of pages. */
const PAGES_IN_MEMORY = 100;

/**
 * Text of a PDF in reading order, with headings and tables as they look; pictures are not read.
 * @param bytes which the reader takes over unless they are a Buffer: they are empty afterwards
 */
export async function pdfText(bytes: Uint8Array): Promise<ExtractionReply> {
  const { getDocument } = await loadPdfJs();
  // Node's Buffer is not accepted.
  const loading = getDocument({ ...OPTIONS, data: Buffer.isBuffer(bytes) ? new Uint8Array(bytes) : bytes });
  try {
    const document = await loading.promise;
    return {
      status: 'done',
      ...renderBlocks(pdfBlocks(await allPages(document))),
      title: await titleOf(document),
    };
  } catch (error) {
    throw pdfRefusal(error);
  } finally {
    await loading.destroy();
  }
}

/** The reader's errors in terms of the uploader. */
export function pdfRefusal(error: unknown): UnreadableFileError {
  if (error instanceof Error && error.name === 'PasswordException') {
    return new UnreadableFileError('it is password-protected; save it without a password');
  }
  return damagedFile('PDF', error);
}

async function loadPdfJs(): Promise<PdfJs> {
  // Drawing needs a DOMMatrix, which comes with an optional native package; reading text only needs the name to exist.
  if (!('DOMMatrix' in globalThis)) Object.assign(globalThis, { DOMMatrix: class {} });
  return import('pdfjs-dist/legacy/build/pdf.mjs');
}

/** The pages of a document; each writing direction of a page is a separate page. */
async function allPages(document: PdfDocument): Promise<PdfPageText[]> {
  const pages: PdfPageText[] = [];
  let length = 0;
  for (let number = 1; number <= document.numPages && length <= EXTRACTION_LIMITS.textLength; number += 1) {
    const page = await document.getPage(number);
    for (const text of await pageTexts(document, page)) {
      pages.push(text);
      length += text.segments.reduce((sum, segment) => sum + segment.text.length, 0);
    }
    page.cleanup();
    // Otherwise the reader keeps some 70 KB of each page.
    if (number % PAGES_IN_MEMORY === 0) await document.cleanup();
  }
  return pages;
}

/** The title in the document information, if it is usable. */
async function titleOf(document: PdfDocument): Promise<string | undefined> {
  const { info } = await document.getMetadata();
  const title: unknown = Reflect.get(info, 'Title');
  return typeof title === 'string' ? sensibleTitle(title) : undefined;
}
