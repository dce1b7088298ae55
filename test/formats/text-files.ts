import * as office from '../support/office-files.js';
import { docx, fullRows, html, markdown } from './flow-files.js';
import { headingText, SAMPLE, TITLE, withNote } from './sample.js';

/** The sample in formats of text, mails and archives. */

/** Lines of one field, and the table with its merged cells repeated. @param delimiter between fields */
export function delimited(delimiter: string): string {
  const quoted = (value: string): string =>
    value.includes(delimiter) || value.includes('"') ? `"${value.replaceAll('"', '""')}"` : value;
  const lines = SAMPLE.flatMap((block) => {
    if (block.kind === 'table') return ['', ...fullRows(block).map((row) => row.map(quoted).join(delimiter)), ''];
    if (block.kind === 'items') return block.items.map((item, i) => quoted(`${i + 1}. ${item}`));
    return [quoted(block.kind === 'heading' ? headingText(block) : withNote(block))];
  });
  return [TITLE, '', ...lines].join('\r\n');
}

/** What a program would keep: articles with their paragraphs and rows. */
function data(): unknown[] {
  const articles: { heading: string; text: string[]; table?: Record<string, string>[] }[] = [];
  for (const block of SAMPLE) {
    const last = articles.at(-1);
    if (block.kind === 'heading') articles.push({ heading: headingText(block), text: [] });
    else if (block.kind === 'items') last?.text.push(...block.items);
    else if (block.kind === 'paragraph') last?.text.push(withNote(block));
    else {
      const [names = [], ...rows] = fullRows(block);
      if (last !== undefined)
        last.table = rows.map((row) => Object.fromEntries(row.map((value, i) => [names[i] ?? '', value])));
    }
  }
  return articles;
}

/** On one line, with letters beyond ASCII escaped, as most programs write it. */
export function json(): string {
  return JSON.stringify({ title: TITLE, articles: data() }).replace(
    /[\u0080-\uffff]/gu,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

export function yaml(): string {
  return SAMPLE.map((block) => {
    if (block.kind === 'heading') return `- heading: "${headingText(block)}"\n  text:`;
    if (block.kind === 'items') return block.items.map((item) => `    - ${item}`).join('\n');
    if (block.kind === 'paragraph') return `    - ${withNote(block)}`;
    return fullRows(block)
      .map((row) => `    - [${row.map((value) => `"${value}"`).join(', ')}]`)
      .join('\n');
  }).join('\n');
}

/** Each sentence in two cues, of which WebVTT names the speaker. */
export function subtitles(form: 'srt' | 'vtt'): string {
  const said = SAMPLE.flatMap((block) => {
    if (block.kind === 'table') {
      const [names = [], ...rows] = fullRows(block);
      return rows.map((row) => `${row.map((value, i) => `${names[i] ?? ''} ${value}`).join(', ')}이다.`);
    }
    if (block.kind === 'items') return block.items;
    return [block.kind === 'heading' ? headingText(block) : withNote(block)];
  });
  const point = form === 'srt' ? ',' : '.';
  const time = (half: number): string =>
    `00:${String(Math.floor(half / 60)).padStart(2, '0')}:${String(half % 60).padStart(2, '0')}${point}000`;
  const cues = said
    .flatMap((sentence) => {
      const words = sentence.split(' ');
      const middle = Math.ceil(words.length / 2);
      return [words.slice(0, middle), words.slice(middle)].map((half) => half.join(' ')).filter((half) => half !== '');
    })
    .map((half, i) => {
      const text = form === 'srt' ? half : `<v 해설자>${half}`;
      return `${i + 1}\n${time(2 * i)} --> ${time(2 * i + 2)}\n${text}\n`;
    });
  return [...(form === 'srt' ? [] : ['WEBVTT\n']), ...cues].join('\n');
}

const base64 = (content: string | Uint8Array): string =>
  Buffer.from(content).toString('base64').replace(/.{76}/gu, '$&\r\n');
const encodedWord = (text: string): string => `=?utf-8?B?${Buffer.from(text).toString('base64')}?=`;

export interface MailFile {
  readonly name: string;
  readonly type: string;
  readonly content: string | Uint8Array;
}

/** A mail with a text in HTML, and files. */
export function mail(subject: string, body: string, files: readonly MailFile[] = []): string {
  const parts = files.map(
    ({ name, type, content }) =>
      `--b\r\nContent-Type: ${type}\r\nContent-Disposition: attachment; filename*=utf-8''${encodeURIComponent(name)}\r\nContent-Transfer-Encoding: base64\r\n\r\n${base64(content)}\r\n`,
  );
  return `From: ${encodedWord('김하늘')} <kim@observatory.example>\r\nTo: desk@observatory.example\r\nDate: Thu, 26 Nov 2026 09:30:00 +0900\r\nSubject: ${encodedWord(subject)}\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary="b"\r\n\r\n--b\r\nContent-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n${base64(body)}\r\n${parts.join('')}--b--\r\n`;
}

export const mailSample = (): string => mail(TITLE, html());

export const mailbox = (): string =>
  [mail('첫 알림', '<p>첫 편지다.</p>'), mailSample()]
    .map((each) => `From kim@observatory.example Thu Nov 26 09:30:00 2026\n${each.replaceAll('\r\n', '\n')}\n`)
    .join('');

export const zipSample = (): Uint8Array =>
  office.zip({ '규정/이용 규정.docx': docx(), '규정/읽어 보기.md': markdown() });
