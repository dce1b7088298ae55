import { UnreadableFileError, UnsupportedFileError } from '../../domain/text-extractor.js';
import type { FileFormat } from './extraction-task.js';

/** What a file claims to be, by its ending or declared type. */
type Claim = FileFormat | 'docx' | 'hwpx';

const ENDINGS: Readonly<Record<string, Claim>> = {
  pdf: 'pdf',
  docx: 'docx',
  hwpx: 'hwpx',
  html: 'html',
  htm: 'html',
  xhtml: 'html',
  md: 'markdown',
  markdown: 'markdown',
  txt: 'plain',
  text: 'plain',
};
const MEDIA_TYPES: Readonly<Record<string, Claim>> = {
  'application/pdf': 'pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/hwp+zip': 'hwpx',
  'application/vnd.hancom.hwpx': 'hwpx',
  'text/html': 'html',
  'application/xhtml+xml': 'html',
  'text/markdown': 'markdown',
  'text/x-markdown': 'markdown',
  'text/plain': 'plain',
};
const CLAIMED_NAMES: Readonly<Record<string, string>> = { pdf: 'PDF', docx: 'Word document', hwpx: 'HWPX document' };

const PDF = ascii('%PDF-');
/** Readers accept a PDF whose mark comes after some other bytes, so mail headers before it are common. */
const PDF_MARK_WITHIN = 1024;
const ZIP = ascii('PK\u0003\u0004');
const OLE = Buffer.from('d0cf11e0a1b11ae1', 'hex');
/** Name of the stream that holds an encrypted Word document. */
const ENCRYPTED_PACKAGE = Buffer.from('EncryptedPackage', 'utf16le');
/** Binary formats that are refused whatever the file's name says. */
const BINARY = [
  ...[
    'GIF8',
    'RIFF',
    'Rar!',
    '\u007fELF',
    'SQLite format 3\0',
    'PK\u0005\u0006',
    '{\\rtf',
    '7z\u00bc\u00af',
    '\u00ca\u00fe\u00ba\u00be',
  ].map(ascii),
  ...['89504e47', 'ffd8ff', '1f8b08', '49492a00', '4d4d002a', 'cffaedfe', '0061736d'].map((hex) =>
    Buffer.from(hex, 'hex'),
  ),
];
/** A Windows program has zeros in its first bytes; a text may well begin with "MZ". */
const MZ_HEADER_BYTES = 64;

/**
 * Format of a file: by content where the content has a mark, else by the ending of its name, else by its declared type.
 * @throws UnsupportedFileError for a format that is not taken, UnreadableFileError for one whose content is not what its
 * name says, and for a password-protected Word document
 */
export function detectFormat(bytes: Uint8Array, name: string, mediaType: string | undefined): FileFormat {
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const claim = claimOf(name, mediaType);
  if (isPdf(content, claim)) return 'pdf';
  if (startsWith(content, ZIP)) return 'zip';
  if (startsWith(content, OLE)) throw oleRefusal(content, name);
  if (BINARY.some((mark) => startsWith(content, mark)) || isProgram(content)) throw new UnsupportedFileError(name);
  if (claim === undefined) throw new UnsupportedFileError(name);
  const claimedName = CLAIMED_NAMES[claim];
  if (claimedName !== undefined)
    throw new UnreadableFileError(`it is declared as a ${claimedName} but does not hold one`);
  return claim === 'html' || claim === 'markdown' ? claim : 'plain';
}

function claimOf(name: string, mediaType: string | undefined): Claim | undefined {
  const ending = /\.([a-z\d]{1,10})$/iu.exec(name)?.[1]?.toLowerCase();
  const byEnding = ending === undefined ? undefined : ENDINGS[ending];
  return byEnding ?? MEDIA_TYPES[(mediaType ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''];
}

function isPdf(content: Buffer, claim: Claim | undefined): boolean {
  if (startsWith(content, PDF)) return true;
  return claim === 'pdf' && content.subarray(0, PDF_MARK_WITHIN).includes(PDF);
}

/** OLE compound files: old `.hwp` and `.doc`, and the wrapper of an encrypted Word document. */
function oleRefusal(content: Buffer, name: string): UnsupportedFileError | UnreadableFileError {
  if (!content.includes(ENCRYPTED_PACKAGE)) return new UnsupportedFileError(name);
  return new UnreadableFileError('it is password-protected; save it without a password');
}

function isProgram(content: Buffer): boolean {
  return startsWith(content, ascii('MZ')) && content.subarray(0, MZ_HEADER_BYTES).includes(0);
}

function startsWith(content: Buffer, mark: Buffer): boolean {
  return content.subarray(0, mark.length).equals(mark);
}

function ascii(text: string): Buffer {
  return Buffer.from(text, 'latin1');
}
