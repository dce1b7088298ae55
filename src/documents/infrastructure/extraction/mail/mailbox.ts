import { UnreadableFileError } from '../../../domain/text-extractor.js';
import type { DoneReply } from '../extraction-task.js';
import type { FilePart, FileParts } from '../file-parts.js';
import { mailText } from './mail-text.js';

const FROM = Buffer.from('From ');
const NEXT = Buffer.from('\nFrom ');
/** A line of a mail that begins with "From " has an escape character before it. */
const ESCAPED = /^>(>*From )/gmu;
/** A separator contains a time: `From kim@example.org Thu Nov 26 12:00:00 2026`. */
const SEPARATOR = /^From .{0,200}\d\d:\d\d/u;
/** Two headers (RFC 5322), the second perhaps after folded lines of the first. */
const HEADERS = /^[A-Za-z][\w-]{0,70}:[^\r\n]{0,900}(?:\r?\n[ \t][^\r\n]{0,900}){0,20}\r?\n[A-Za-z][\w-]{0,70}:/u;
const FIRST_BYTES = 20_000;
const MEDIA_TYPE = 'message/rfc822';

/** The mails of a mailbox (RFC 4155), each as a separate document. */
export async function mailboxParts(bytes: Uint8Array, parts: FileParts): Promise<DoneReply> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // Mail programs also save a single mail under this name.
  if (HEADERS.test(file.subarray(0, FIRST_BYTES).toString('latin1'))) return mailText(bytes, parts);
  if (!file.subarray(0, FROM.length).equals(FROM))
    throw new UnreadableFileError('it is declared as a mailbox but does not begin with a line "From …"');
  const mails = starts(file).map((start, i, all): FilePart => {
    return { name: `${i + 1}.eml`, mediaType: MEDIA_TYPE, bytes: () => mailAt(file, start, all[i + 1] ?? file.length) };
  });
  return { status: 'done', text: '', headings: [], title: undefined, parts: await parts.readAll(mails) };
}

/** Offsets of the separator lines between mails. */
function starts(file: Buffer): number[] {
  const found = [0];
  for (let at = file.indexOf(NEXT); at !== -1; at = file.indexOf(NEXT, at + 1)) {
    const [line = ''] = file.toString('latin1', at + 1, at + 300).split('\n', 1);
    if (SEPARATOR.test(line)) found.push(at + 1);
  }
  return found;
}

function mailAt(file: Buffer, start: number, end: number): Uint8Array {
  const line = file.indexOf('\n', start);
  const mail = file.subarray(line === -1 ? end : line + 1, end).toString('latin1');
  return Buffer.from(mail.replace(ESCAPED, '$1'), 'latin1');
}
