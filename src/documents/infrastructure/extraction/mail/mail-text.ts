import PostalMime, { type Address, type Attachment, type Email } from 'postal-mime';
import { parseDocument } from 'htmlparser2';
import { type DocumentBlock, TITLE_LEVEL } from '../../../domain/document-block.js';
import { UnreadableFileError } from '../../../domain/text-extractor.js';
import { damagedFile } from '../damaged-file.js';
import { decodeText } from '../decode-text.js';
import { sensibleTitle } from '../document-title.js';
import type { DoneReply } from '../extraction-task.js';
import { type FilePart, type FileParts, partName } from '../file-parts.js';
import { HtmlBlocks } from '../html-text.js';
import { renderBlocks } from '../render-blocks.js';
import { calendarBlocks } from './calendar-text.js';

const MAX_NESTING = 50;
const ENCRYPTED = /^(?:application\/(?:x-)?pkcs7-mime|application\/pgp-encrypted)$/u;
/** Parts that mail programs add. */
const LEFT_OUT =
  /^(?:application\/(?:x-)?pkcs7-signature|application\/pgp-signature|application\/ms-tnef|text\/x-amp-html)$/u;
const MESSAGE = 'message/rfc822';

/** A mail: its subject is the title; the text has the sender, receivers and date; each attachment is a separate document. */
export async function mailText(bytes: Uint8Array, parts: FileParts): Promise<DoneReply> {
  const mail = await parsed(bytes);
  const { subject } = mail;
  if (mail.from === undefined && subject === undefined && mail.date === undefined && mail.to === undefined)
    throw new UnreadableFileError('it is declared as a mail but has none of the headers From, To, Subject and Date');
  if (
    mail.attachments.some(({ mimeType }) => ENCRYPTED.test(mimeType)) &&
    mail.text === undefined &&
    mail.html === undefined
  )
    throw new UnreadableFileError('the mail is encrypted, or packed into its signature; save its text as a file');
  const title: DocumentBlock[] =
    subject === undefined || subject.trim() === '' ? [] : [{ kind: 'heading', level: TITLE_LEVEL, text: subject }];
  const told = body(mail);
  const calendars = new Set(mail.attachments.filter(isCalendar).map(textOf));
  const events = [...calendars].flatMap((calendar) => calendarBlocks(calendar, told.length === 0));
  const blocks = [...title, ...headers(mail), ...told, ...events];
  const attached = mail.attachments.flatMap((attachment, i) => (isCalendar(attachment) ? [] : filePart(attachment, i)));
  const read = await parts.readAll(attached);
  return {
    status: 'done',
    ...renderBlocks(blocks),
    title: sensibleTitle(subject),
    ...(read.length === 0 ? {} : { parts: read }),
  };
}

async function parsed(bytes: Uint8Array): Promise<Email> {
  try {
    return await PostalMime.parse(bytes, { maxNestingDepth: MAX_NESTING, forceRfc822Attachments: true });
  } catch (error) {
    throw damagedFile('mail', error);
  }
}

/** The lines above a mail, as mail programs show them. */
function headers(mail: Email): DocumentBlock[] {
  const date = mail.headers.find(({ key }) => key === 'date')?.value;
  const lines = [
    ['From', mail.from === undefined ? '' : addressText(mail.from)],
    ['To', (mail.to ?? []).map(addressText).join(', ')],
    ['Cc', (mail.cc ?? []).map(addressText).join(', ')],
    ['Date', date ?? ''],
  ];
  const text = lines
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name ?? ''}: ${value ?? ''}`)
    .join('\n');
  return text === '' ? [] : [{ kind: 'paragraph', text }];
}

function addressText(address: Address): string {
  if (address.group !== undefined) return `${address.name}: ${address.group.map(addressText).join(', ')}`;
  return address.name === '' ? address.address : `${address.name} <${address.address}>`;
}

/** HTML has headings and tables; the plain text is only read if there is no HTML. */
function body(mail: Email): DocumentBlock[] {
  if (mail.html !== undefined && mail.html.trim() !== '') {
    const blocks = new HtmlBlocks(parseDocument(mail.html)).read();
    if (blocks.length > 0) return blocks;
  }
  return mail.text === undefined || mail.text.trim() === '' ? [] : [{ kind: 'paragraph', text: mail.text }];
}

/** An invitation comes as a part of the mail, and often again as a file. */
function isCalendar({ mimeType }: Attachment): boolean {
  return mimeType === 'text/calendar' || mimeType === 'application/ics';
}

function textOf({ content }: Attachment): string {
  return typeof content === 'string' ? content : decodeText(new Uint8Array(content)).text;
}

/** Inline pictures are part of the text. */
function filePart(attachment: Attachment, i: number): FilePart[] {
  const { filename, mimeType, content, related } = attachment;
  if (LEFT_OUT.test(mimeType) || (related === true && mimeType.startsWith('image/'))) return [];
  const fallback = mimeType === MESSAGE ? `message ${i + 1}.eml` : `attachment ${i + 1}`;
  const name = partName(filename ?? '') || fallback;
  const bytes = typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content);
  return [
    {
      name: mimeType === MESSAGE && !/\.eml$/iu.test(name) ? `${name}.eml` : name,
      mediaType: mimeType,
      bytes: () => bytes,
    },
  ];
}
