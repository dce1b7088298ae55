import { BACKGROUND_STEPS, standBehind } from '../../../shared/infrastructure/thread-priority.js';
import { UnreadableFileError } from '../../domain/text-extractor.js';
import { limitByteArrays } from './allocation-guard.js';
import { EXTRACTION_LIMITS } from './extraction-limits.js';
import type { ExtractionReply, ExtractionTask, Progress } from './extraction-task.js';
import { serveFiles } from './extraction-thread.js';
import { readTextFile } from './text-file.js';
import { ZipArchive } from './zip-archive.js';

standBehind(BACKGROUND_STEPS);
limitByteArrays(EXTRACTION_LIMITS.pdfStreamBytes);

/** Reads one file. Parsers are loaded when a file first needs them. */
async function extractFile(task: ExtractionTask, progress: Progress): Promise<ExtractionReply> {
  try {
    const reply = await read(task, progress);
    if (reply.status === 'done' && reply.text.length > EXTRACTION_LIMITS.textLength) {
      throw new UnreadableFileError(`it holds more than ${EXTRACTION_LIMITS.textLength} characters of text; split it`);
    }
    return reply;
  } catch (error) {
    if (!(error instanceof UnreadableFileError)) throw error;
    return { status: 'unreadable', reason: error.faults[0]?.detail ?? error.message };
  }
}

async function read(task: ExtractionTask, progress: Progress): Promise<ExtractionReply> {
  if (task.format === 'pdf') return (await import('./pdf-text.js')).pdfText(task.bytes, progress);
  if (task.format === 'zip') return readArchive(ZipArchive.open(task.bytes), progress);
  const { decodeText } = await import('./decode-text.js');
  const { text, encoding } = decodeText(task.bytes, task.charset, task.format === 'html');
  return readTextFile(task.format, text, encoding);
}

async function readArchive(archive: ZipArchive, progress: Progress): Promise<ExtractionReply> {
  const [{ isDocx, docxText }, { isHwpx, hwpxText }] = await Promise.all([
    import('./docx-text.js'),
    import('./hwpx-text.js'),
  ]);
  if (isDocx(archive.names)) return docxText(archive);
  return isHwpx(archive) ? hwpxText(archive, progress) : { status: 'unsupported' };
}

serveFiles(extractFile);
