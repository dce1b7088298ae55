import { UnreadableFileError, UnsupportedFileError } from '../../domain/text-extractor.js';
import type { FileFormat } from './extraction-task.js';
import { claimOf, type FileClaim } from './file-claims.js';

const PDF = ascii('%PDF-');
/** Readers accept a PDF with other bytes before its mark; mail headers before it are common. */
const PDF_MARK_WITHIN = 1024;
const ZIP = ascii('PK\u0003\u0004');
const RTF = ascii('{\\rtf');
/** Documents of Hangul 3 (1993 to 2000). */
const OLD_HWP = ascii('HWP Document File V');
const OLE = Buffer.from('d0cf11e0a1b11ae1', 'hex');
/** Names of the streams that contain an encrypted Office document. */
const ENCRYPTED_PACKAGE = Buffer.from('EncryptedPackage', 'utf16le');
const PICTURES = [
  ...['89504e47', 'ffd8ff', '49492a00', '4d4d002a'].map((hex) => Buffer.from(hex, 'hex')),
  ascii('GIF8'),
];
const RIFF = ascii('RIFF');
const WEBP = ascii('WEBP');
const WEBP_AT = 8;
/** Binary formats that are refused whatever the file's name says. */
const BINARY = [
  ...[
    'RIFF',
    'Rar!',
    '\u007fELF',
    'SQLite format 3\0',
    'PK\u0005\u0006',
    '7z\u00bc\u00af',
    '\u00ca\u00fe\u00ba\u00be',
  ].map(ascii),
  ...['1f8b08', 'cffaedfe', '0061736d'].map((hex) => Buffer.from(hex, 'hex')),
];
/** A Windows program has zeros in its first bytes; a text may begin with "MZ". */
const MZ_HEADER_BYTES = 64;

/**
 * Format of a file: by content if the content has a mark, otherwise by the extension of its name, otherwise by its declared type.
 * @throws UnsupportedFileError for a format that is not accepted, UnreadableFileError for content that does not match the name, and for a
 * password-protected Office document
 */
export function detectFormat(bytes: Uint8Array, name: string, mediaType: string | undefined): FileFormat {
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const claim = claimOf(name, mediaType);
  const marked = markedFormat(content, claim);
  if (marked !== undefined) return marked;
  if (startsWith(content, OLD_HWP)) throw new UnsupportedFileError(name, 'save it as HWPX or HWP 5');
  if (BINARY.some((mark) => startsWith(content, mark)) || isProgram(content)) throw new UnsupportedFileError(name);
  if (claim === undefined) throw new UnsupportedFileError(name);
  if (claim.marked !== undefined)
    throw new UnreadableFileError(`it is declared as ${withArticle(claim.marked)} but does not hold one`);
  return claim.format;
}

/** The format that the first bytes show. */
function markedFormat(content: Buffer, claim: FileClaim | undefined): FileFormat | undefined {
  if (isPdf(content, claim)) return 'pdf';
  if (startsWith(content, ZIP)) return 'zip';
  if (startsWith(content, RTF)) return 'rtf';
  if (PICTURES.some((mark) => startsWith(content, mark)) || isWebp(content) || isBitmap(content, claim))
    return 'picture';
  if (!startsWith(content, OLE)) return undefined;
  if (content.includes(ENCRYPTED_PACKAGE))
    throw new UnreadableFileError('it is password-protected; save it without a password');
  return 'compound';
}

function isPdf(content: Buffer, claim: FileClaim | undefined): boolean {
  if (startsWith(content, PDF)) return true;
  return claim?.format === 'pdf' && content.subarray(0, PDF_MARK_WITHIN).includes(PDF);
}

function isWebp(content: Buffer): boolean {
  return startsWith(content, RIFF) && content.subarray(WEBP_AT, WEBP_AT + WEBP.length).equals(WEBP);
}

/** A text may begin with "BM", so a bitmap needs a matching name. */
function isBitmap(content: Buffer, claim: FileClaim | undefined): boolean {
  return claim?.format === 'picture' && startsWith(content, ascii('BM'));
}

function isProgram(content: Buffer): boolean {
  return startsWith(content, ascii('MZ')) && content.subarray(0, MZ_HEADER_BYTES).includes(0);
}

function startsWith(content: Buffer, mark: Buffer): boolean {
  return content.subarray(0, mark.length).equals(mark);
}

function withArticle(noun: string): string {
  return `${/^[AEIOH]/u.test(noun) && !/^Ha/u.test(noun) ? 'an' : 'a'} ${noun}`;
}

function ascii(text: string): Buffer {
  return Buffer.from(text, 'latin1');
}
