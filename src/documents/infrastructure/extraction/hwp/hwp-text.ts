import { inflateRawSync } from 'node:zlib';
import type { DocumentBlock } from '../../../domain/document-block.js';
import { UnreadableFileError } from '../../../domain/text-extractor.js';
import { damagedFile } from '../damaged-file.js';
import { sensibleTitle } from '../document-title.js';
import { EXTRACTION_LIMITS } from '../extraction-limits.js';
import type { ExtractionReply } from '../extraction-task.js';
import { HwpxHeader } from '../hwpx-header.js';
import { HwpxSections } from '../hwpx-section.js';
import { renderBlocks } from '../render-blocks.js';
import { CompoundFile } from './compound-file.js';
import { headerOf } from './hwp-header.js';
import { type HwpRecord, hwpRecords } from './hwp-records.js';
import { sectionOf } from './hwp-section.js';

const WHAT = 'HWP document';
const FILE_HEADER = 'FileHeader';
const SECTION = /^BodyText\/Section(\d{1,5})$/u;
const COMPRESSED = 1;
const ENCRYPTED = 2;
const DISTRIBUTED = 4;
const PROPERTIES_AT = 36;

/** Other documents in compound files, by a characteristic stream, and the cure for each. */
const OTHERS: readonly (readonly [stream: RegExp, cure: string])[] = [
  [/^WordDocument$/u, 'it is a document of Word 97 to 2003: save it as DOCX or PDF'],
  [/^(?:Workbook|Book)$/u, 'it is a workbook of Excel 97 to 2003: save it as XLSX'],
  [/^PowerPoint Document$/u, 'it is a presentation of PowerPoint 97 to 2003: save it as PPTX or PDF'],
  [/^__properties_version1\.0$/u, 'it is a message of Outlook: save it as EML'],
];

/** Text of an HWP 5 document; other compound files are refused with the cure. */
export function compoundText(bytes: Uint8Array): ExtractionReply {
  const file = new CompoundFile(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  if (file.names.includes('EncryptedPackage') || file.names.includes('EncryptionInfo'))
    throw new UnreadableFileError('it is password-protected; save it without a password');
  if (!file.names.includes(FILE_HEADER)) {
    const cure = OTHERS.find(([stream]) => file.names.some((name) => stream.test(name)))?.[1];
    return { status: 'unsupported', cure: cure ?? 'save it as DOCX, HWPX, XLSX, PPTX or PDF' };
  }
  return hwpText(file);
}

function hwpText(file: CompoundFile): ExtractionReply {
  const properties = file.read(FILE_HEADER)?.readUInt32LE(PROPERTIES_AT) ?? 0;
  if ((properties & ENCRYPTED) !== 0)
    throw new UnreadableFileError('it is password-protected; save it without a password');
  if ((properties & DISTRIBUTED) !== 0)
    throw new UnreadableFileError(
      'it is a copy for distribution (배포용 문서), which is encrypted; save it as HWPX or PDF',
    );
  const isCompressed = (properties & COMPRESSED) !== 0;
  const sections = file.names
    .flatMap((name) => {
      const number = SECTION.exec(name)?.[1];
      return number === undefined ? [] : [{ name, number: Number(number) }];
    })
    .sort((a, b) => a.number - b.number);
  if (sections.length === 0) throw damagedFile(WHAT, 'it has no section');
  const reader = new HwpxSections(new HwpxHeader(headerOf(recordsIn(file, 'DocInfo', isCompressed))));
  const blocks: DocumentBlock[] = [];
  for (const { name } of sections) {
    for (const block of reader.read(sectionOf(recordsIn(file, name, isCompressed)))) blocks.push(block);
  }
  const shown = blocks.find((block) => block.kind === 'heading' && block.level === 0);
  const title = titleOf(file) ?? (shown?.kind === 'heading' ? sensibleTitle(shown.text) : undefined);
  return { status: 'done', ...renderBlocks(blocks), title };
}

function recordsIn(file: CompoundFile, name: string, isCompressed: boolean): HwpRecord[] {
  const stream = file.read(name);
  if (stream === undefined) throw damagedFile(WHAT, `it has no ${name}`);
  try {
    return hwpRecords(
      isCompressed ? inflateRawSync(stream, { maxOutputLength: EXTRACTION_LIMITS.pdfStreamBytes }) : stream,
    );
  } catch (error) {
    throw damagedFile(WHAT, error);
  }
}

const SUMMARY = '\u0005HwpSummaryInformation';
const TITLE_ID = 2;
const UTF16_TEXT = 31;

/** The title in the summary ([MS-OLEPS]). */
function titleOf(file: CompoundFile): string | undefined {
  const data = file.read(SUMMARY);
  if (data === undefined || data.length < 56) return undefined;
  const set = data.readUInt32LE(44);
  try {
    const count = Math.min(100, data.readUInt32LE(set + 4));
    for (let i = 0; i < count; i += 1) {
      if (data.readUInt32LE(set + 8 + 8 * i) !== TITLE_ID) continue;
      const at = set + data.readUInt32LE(set + 12 + 8 * i);
      if (data.readUInt32LE(at) !== UTF16_TEXT) return undefined;
      const length = Math.min(1_000, data.readUInt32LE(at + 4));
      return sensibleTitle(
        data
          .subarray(at + 8, at + 8 + 2 * length)
          .toString('utf16le')
          .split('\0', 1)[0],
      );
    }
  } catch {
    // A damaged summary means a document without a title.
  }
  return undefined;
}
