import type { FileFormat } from './extraction-task.js';

/** The format that a file's extension or declared type claims. */
export interface FileClaim {
  /** How to read its content if the content itself does not show its format. */
  readonly format: FileFormat;
  /** Name of the format for messages. Set if the content has a mark: content without it has another format. */
  readonly marked?: string;
}

const PLAIN: FileClaim = { format: 'plain' };
const MARKDOWN: FileClaim = { format: 'markdown' };
const HTML: FileClaim = { format: 'html' };
const CSV: FileClaim = { format: 'csv' };
const TSV: FileClaim = { format: 'tsv' };
const JSON_TEXT: FileClaim = { format: 'json' };
const YAML: FileClaim = { format: 'plain' };
const SUBTITLES: FileClaim = { format: 'subtitles' };
const CALENDAR: FileClaim = { format: 'calendar' };
const MAIL: FileClaim = { format: 'mail' };
const MAILBOX: FileClaim = { format: 'mailbox' };
const PDF: FileClaim = { format: 'pdf', marked: 'PDF' };
const RTF: FileClaim = { format: 'rtf', marked: 'RTF document' };
const PICTURE: FileClaim = { format: 'picture', marked: 'picture' };

const zipped = (marked: string): FileClaim => ({ format: 'zip', marked });
const compound = (marked: string): FileClaim => ({ format: 'compound', marked });

const ENDINGS: Readonly<Record<string, FileClaim>> = {
  pdf: PDF,
  docx: zipped('Word document'),
  docm: zipped('Word document'),
  dotx: zipped('Word document'),
  hwpx: zipped('HWPX document'),
  xlsx: zipped('Excel workbook'),
  xlsm: zipped('Excel workbook'),
  pptx: zipped('PowerPoint presentation'),
  pptm: zipped('PowerPoint presentation'),
  ppsx: zipped('PowerPoint presentation'),
  odt: zipped('OpenDocument text'),
  ott: zipped('OpenDocument text'),
  ods: zipped('OpenDocument spreadsheet'),
  odp: zipped('OpenDocument presentation'),
  epub: zipped('EPUB book'),
  zip: zipped('ZIP archive'),
  hwp: compound('HWP document'),
  doc: compound('Word 97 document'),
  xls: compound('Excel 97 workbook'),
  ppt: compound('PowerPoint 97 presentation'),
  msg: compound('Outlook message'),
  rtf: RTF,
  png: PICTURE,
  jpg: PICTURE,
  jpeg: PICTURE,
  tif: PICTURE,
  tiff: PICTURE,
  bmp: PICTURE,
  gif: PICTURE,
  webp: PICTURE,
  html: HTML,
  htm: HTML,
  xhtml: HTML,
  md: MARKDOWN,
  markdown: MARKDOWN,
  txt: PLAIN,
  text: PLAIN,
  csv: CSV,
  tsv: TSV,
  tab: TSV,
  json: JSON_TEXT,
  jsonl: JSON_TEXT,
  ndjson: JSON_TEXT,
  yaml: YAML,
  yml: YAML,
  srt: SUBTITLES,
  vtt: SUBTITLES,
  ics: CALENDAR,
  eml: MAIL,
  mbox: MAILBOX,
};

const MEDIA_TYPES: Readonly<Record<string, FileClaim>> = {
  'application/pdf': PDF,
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': zipped('Word document'),
  'application/hwp+zip': zipped('HWPX document'),
  'application/vnd.hancom.hwpx': zipped('HWPX document'),
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': zipped('Excel workbook'),
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': zipped('PowerPoint presentation'),
  'application/vnd.oasis.opendocument.text': zipped('OpenDocument text'),
  'application/vnd.oasis.opendocument.spreadsheet': zipped('OpenDocument spreadsheet'),
  'application/vnd.oasis.opendocument.presentation': zipped('OpenDocument presentation'),
  'application/epub+zip': zipped('EPUB book'),
  'application/zip': zipped('ZIP archive'),
  'application/x-zip-compressed': zipped('ZIP archive'),
  'application/x-hwp': compound('HWP document'),
  'application/haansofthwp': compound('HWP document'),
  'application/vnd.hancom.hwp': compound('HWP document'),
  'application/msword': compound('Word 97 document'),
  'application/vnd.ms-outlook': compound('Outlook message'),
  'application/rtf': RTF,
  'text/rtf': RTF,
  'image/png': PICTURE,
  'image/jpeg': PICTURE,
  'image/tiff': PICTURE,
  'image/bmp': PICTURE,
  'image/gif': PICTURE,
  'image/webp': PICTURE,
  'text/html': HTML,
  'application/xhtml+xml': HTML,
  'text/markdown': MARKDOWN,
  'text/x-markdown': MARKDOWN,
  'text/plain': PLAIN,
  'text/csv': CSV,
  'text/tab-separated-values': TSV,
  'application/json': JSON_TEXT,
  'application/x-ndjson': JSON_TEXT,
  'application/jsonl': JSON_TEXT,
  'application/yaml': YAML,
  'application/x-yaml': YAML,
  'text/yaml': YAML,
  'text/vtt': SUBTITLES,
  'text/srt': SUBTITLES,
  'application/x-subrip': SUBTITLES,
  'text/calendar': CALENDAR,
  'message/rfc822': MAIL,
  'application/mbox': MAILBOX,
};

/** The claim of a file's extension, or of its declared type if the extension is unknown. */
export function claimOf(name: string, mediaType: string | undefined): FileClaim | undefined {
  const ending = /\.([a-z\d]{1,10})$/iu.exec(name)?.[1]?.toLowerCase();
  const byEnding = ending === undefined ? undefined : ENDINGS[ending];
  return byEnding ?? MEDIA_TYPES[(mediaType ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''];
}
