import { UnreadableFileError } from '../../domain/text-extractor.js';
import { EXTRACTION_LIMITS } from './extraction-limits.js';
import type { ExtractionReply, ExtractionTask } from './extraction-task.js';
import { FileParts, refusal } from './file-parts.js';
import { readTextFile } from './text-file.js';
import { ZipArchive } from './zip-archive.js';

/** Reads one file with all files inside it. A parser is loaded when the first file needs it. */
export async function readFile(task: ExtractionTask): Promise<ExtractionReply> {
  const readOne = async (one: ExtractionTask, parts: FileParts): Promise<ExtractionReply> => {
    const reply = await readFormat(one, parts);
    if (reply.status === 'done' && reply.text.length > EXTRACTION_LIMITS.textLength)
      throw new UnreadableFileError(`it holds more than ${EXTRACTION_LIMITS.textLength} characters of text; split it`);
    return reply;
  };
  try {
    return await readOne(task, new FileParts(readOne));
  } catch (error) {
    return refusal(error);
  }
}

async function readFormat(task: ExtractionTask, parts: FileParts): Promise<ExtractionReply> {
  const { format, bytes } = task;
  switch (format) {
    case 'pdf':
      return (await import('./pdf-text.js')).pdfText(bytes);
    case 'zip':
      return readArchive(bytes, parts);
    case 'rtf':
      return (await import('./rtf/rtf-text.js')).rtfText(bytes);
    case 'mail':
      return (await import('./mail/mail-text.js')).mailText(bytes, parts);
    case 'mailbox':
      return (await import('./mail/mailbox.js')).mailboxParts(bytes, parts);
    case 'compound':
      return (await import('./hwp/hwp-text.js')).compoundText(bytes);
    case 'picture':
      return { status: 'unsupported' };
    default: {
      const { decodeText } = await import('./decode-text.js');
      const { text, encoding } = decodeText(bytes, task.charset, format === 'html');
      return readTextFile(format, text, encoding);
    }
  }
}

async function readArchive(bytes: Uint8Array, parts: FileParts): Promise<ExtractionReply> {
  const archive = ZipArchive.open(bytes);
  const { names } = archive;
  const { isDocx, docxText } = await import('./docx-text.js');
  if (isDocx(names)) return docxText(archive);
  const { isHwpx, hwpxText } = await import('./hwpx-text.js');
  if (isHwpx(archive)) return hwpxText(archive);
  const { isXlsx, xlsxText } = await import('./sheets/xlsx-text.js');
  if (isXlsx(names)) return xlsxText(archive);
  const { isPptx, pptxText } = await import('./slides/pptx-text.js');
  if (isPptx(names)) return pptxText(archive);
  const { isEpub, epubText } = await import('./epub-text.js');
  if (isEpub(names)) return epubText(archive);
  const { isOdf, odfText } = await import('./odf/odf-text.js');
  if (isOdf(archive)) return odfText(archive);
  const cure = OTHER_PACKAGES.find(([mark]) => names.some((name) => mark.test(name)))?.[1];
  if (cure !== undefined) return { status: 'unsupported', cure };
  return (await import('./zip-parts.js')).zipParts(archive, parts);
}

/** Files of other programs that are archives too, and the cure for each. */
const OTHER_PACKAGES: readonly (readonly [mark: RegExp, cure: string])[] = [
  [/^xl\/workbook\.bin$/u, 'save it as XLSX'],
  [/^Index(?:\/Document\.iwa|\.zip)$/u, 'export it as DOCX, XLSX, PPTX or PDF'],
  [/^\[Content_Types\]\.xml$/u, 'save it as DOCX, XLSX, PPTX or PDF'],
];
