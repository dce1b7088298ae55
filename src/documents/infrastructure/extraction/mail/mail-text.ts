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
import { FORWARDED, markQuotes, withoutQuotes } from './quoted-mail.js';

const MAX_NESTING = 50;
const ENCRYPTED = /^(?:application\/(?:x-)?pkcs7-mime|application\/pgp-encrypted)$/u;
/** Parts that mail programs add. */
const LEFT_OUT =
  /^(?:application\/(?:x-)?pkcs7-signature|application\/pgp-signature|application\/ms-tnef|text\/x-amp-html)$/u;
const MESSAGE = 'message/rfc822';

/** A mail: its subject is the title; sender, receivers and date are metadata; each attachment is a separate document. */
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
  const blocks = [...title, ...told, ...events];
  const attached = mail.attachments.flatMap((attachment, i) => (isCalendar(attachment) ? [] : filePart(attachment, i)));
  const read = await parts.readAll(attached);
  return {
    status: 'done',
    ...renderBlocks(blocks),
    title: sensibleTitle(subject),
    ...headOf(mail),
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

/** What the head of a mail states. It describes the mail, so it is not part of the text that answers questions. */
function headOf(mail: Email): Pick<DoneReply, 'date' | 'metadata'> {
  const addresses = { from: mail.from === undefined ? [] : [mail.from], to: mail.to ?? [], cc: mail.cc ?? [] };
  const sent = mail.headers.find(({ key }) => key === 'date')?.value ?? '';
  // The day at the sender's place, whatever the zone.
  const time = Date.parse(sent.replace(/(\d\d:\d\d)\D.*$/su, '$1 UTC'));
  const lines = Object.entries(addresses).map(([name, all]) => [name, all.map(addressText).join(', ')] as const);
  return {
    ...(Number.isNaN(time) ? {} : { date: new Date(time).toISOString().slice(0, 10) }),
    metadata: Object.fromEntries([...lines, ['sent', sent] as const].filter(([, value]) => value !== '')),
  };
}

function addressText(address: Address): string {
  if (address.group !== undefined) return `${address.name}: ${address.group.map(addressText).join(', ')}`;
  return address.name === '' ? address.address : `${address.name} <${address.address}>`;
}

/** HTML has headings and tables; the plain text is only read if there is no HTML. Quoted mails are left out unless there is nothing else. */
function body(mail: Email): DocumentBlock[] {
  const { html = '', text = '', subject = '' } = mail;
  const page = parseDocument(html);
  const shown = new HtmlBlocks(page).read();
  const plain: DocumentBlock[] = text.trim() === '' ? [] : [{ kind: 'paragraph', text }];
  const whole = shown.length > 0 ? shown : plain;
  if (FORWARDED.test(subject)) return whole;
  markQuotes(page.children);
  const own = withoutQuotes(shown.length > 0 ? new HtmlBlocks(page).read() : plain, mail);
  return own.length === 0 ? whole : own;
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
