import { damagedFile } from './damaged-file.js';
import { refuseEntities } from './xml-stream.js';

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** An XML part of an office file as a string. @throws UnreadableFileError for a part that declares entities or is not UTF-8 */
export function decodeXml(bytes: Uint8Array, what: string): string {
  refuseEntities(bytes, what);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw damagedFile(what, error);
  }
}

/** Decodes the five named entities and character numbers of XML; anything else stays unchanged. */
export function decodeXmlEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,4}));/giu, (all, decimal, hex, name) => {
    if (typeof name === 'string') return NAMED[name] ?? all;
    const code = typeof hex === 'string' ? Number.parseInt(hex, 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : all;
  });
}

/** Text of the first element of this local name, with any prefix, if it contains only text. */
export function firstElementText(xml: string, localName: string): string | undefined {
  const found = new RegExp(`<(?:[\\w-]{1,50}:)?${localName}(?:\\s[^<>]{0,1000})?>([^<]{1,4000})</`, 'u').exec(xml);
  return found?.[1] === undefined ? undefined : decodeXmlEntities(found[1]);
}
