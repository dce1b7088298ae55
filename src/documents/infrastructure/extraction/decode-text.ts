import { isUtf8 } from 'node:buffer';
import { analyse } from 'chardet';
import iconv from 'iconv-lite';
import { UnreadableFileError } from '../../domain/text-extractor.js';

/** A text with its encoding, under the name of the WHATWG (https://encoding.spec.whatwg.org). */
export interface DecodedText {
  readonly text: string;
  readonly encoding: string;
}

/** Names that are not in the WHATWG standard. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  cp949: 'euc-kr',
  ms949: 'euc-kr',
  uhc: 'euc-kr',
  'x-windows-949': 'euc-kr',
  cp932: 'shift_jis',
  cp1252: 'windows-1252',
};
/** Decoders of the encodings that have grown beyond their standards. */
const DECODERS: Readonly<Record<string, string>> = { 'euc-kr': 'cp949', shift_jis: 'cp932', 'euc-jp': 'eucjp' };
/** The first kilobyte of a page or XML file declares its encoding. */
const HEAD_BYTES = 1_024;
const DECLARATIONS = [
  /<meta\s[^>]{0,300}?charset\s{0,9}=\s{0,9}["']?([\w:.-]{1,40})/iu,
  /^\s{0,99}<\?xml\s[^>]{0,200}?encoding\s{0,9}=\s{0,9}["']([\w:.-]{1,40})/iu,
  /^@charset\s"([\w:.-]{1,40})"/iu,
];
/** A longer sample gives no more information about the encoding. */
const SAMPLE_BYTES = 65_536;
/** On the detector's scale of 100; below this value it guesses. */
const LEAST_CONFIDENCE = 25;
/** Share of Hangul among all letters beyond ASCII; Chinese text read as Korean has three fifths. */
const HANGUL_SHARE = 0.85;
/** Share of letters beyond ASCII in languages of the Latin script. */
const ACCENT_SHARE = 0.3;
/** An accented letter that is not a word alone; `à` and `é` are words. */
const LONELY =
  /(?<![A-Za-z\u00c0-\u017f])[\u00c1-\u00c7\u00ca-\u00df\u00e1-\u00e7\u00ea-\u00f1\u00f4-\u017f](?![A-Za-z\u00c0-\u017f])/u;
const ONE_SCRIPT =
  /^(?:\p{Lu}?[\u0430-\u045f\u0491]+|[\u0400-\u042f]+|\p{Lu}?[\u03ac-\u03ce]+|[\u0386-\u03ab]+|\p{Script=Hebrew}+|\p{Script=Arabic}+)$/u;
const FAULT = '\ufffd';

/**
 * Decodes bytes as text. The sources of the encoding, in order: a byte order mark, valid UTF-8, the declared encoding (by the sender, or in
 * a page itself), the bytes.
 * @param declared name of an encoding from the sender
 * @throws UnreadableFileError if no encoding gives a text, or the text contains NUL characters (binary data)
 */
export function decodeText(bytes: Uint8Array, declared?: string, isHtml = false): DecodedText {
  const decoded =
    marked(bytes) ??
    (isUtf8(bytes) && !hasNul(bytes) ? decode(bytes, 'utf-8') : undefined) ??
    decode(bytes, nameOf(declared)) ??
    (isHtml ? decode(bytes, declaredIn(bytes)) : undefined) ??
    detected(bytes);
  if (decoded === undefined) {
    if (hasNul(bytes))
      throw new UnreadableFileError('it contains NUL characters, so it is not text; save it as UTF-8 text');
    // The decoder reports neither position nor byte; the cure is the same wherever the fault is.
    throw new UnreadableFileError('it is not valid UTF-8 text, and its encoding cannot be detected; save it as UTF-8');
  }
  return decoded;
}

function marked(bytes: Uint8Array): DecodedText | undefined {
  const [first, second, third] = bytes;
  let encoding: string | undefined;
  if (first === 0xff && second === 0xfe) encoding = 'utf-16le';
  else if (first === 0xfe && second === 0xff) encoding = 'utf-16be';
  else if (first === 0xef && second === 0xbb && third === 0xbf) encoding = 'utf-8';
  return decode(bytes, encoding);
}

/** The text in an encoding; undefined where the bytes are not valid in it. */
function decode(bytes: Uint8Array, encoding: string | undefined): DecodedText | undefined {
  if (encoding === undefined) return undefined;
  const text = DECODERS[encoding] === undefined ? onTheWeb(bytes, encoding) : beyondTheWeb(bytes, DECODERS[encoding]);
  return text === undefined || text.includes('\0') ? undefined : { text, encoding };
}

function onTheWeb(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function beyondTheWeb(bytes: Uint8Array, encoding: string): string | undefined {
  const text = iconv.decode(bytes, encoding);
  return text.includes(FAULT) ? undefined : text;
}

function nameOf(label: string | undefined): string | undefined {
  if (label === undefined) return undefined;
  const name = label
    .trim()
    .toLowerCase()
    .replace(/^["']|["']$/gu, '');
  const known = OTHER_NAMES[name];
  if (known !== undefined) return known;
  try {
    return new TextDecoder(name).encoding;
  } catch {
    return undefined;
  }
}

function declaredIn(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(HEAD_BYTES, bytes.byteLength)).toString('latin1');
  for (const declaration of DECLARATIONS) {
    const name = nameOf(declaration.exec(head)?.[1]);
    // A declaration that was read as ASCII is not in UTF-16.
    if (name !== undefined && !name.startsWith('utf-16')) return name;
  }
  return undefined;
}

function detected(bytes: Uint8Array): DecodedText | undefined {
  if (hasNul(bytes)) return unmarkedUtf16(bytes);
  const korean = decode(bytes, 'euc-kr');
  if (korean !== undefined && isKorean(korean.text)) return korean;
  for (const { name, confidence } of analyse(bytes.subarray(0, SAMPLE_BYTES))) {
    const found = confidence === 0 ? undefined : decode(bytes, nameOf(name));
    if (found === undefined || !isLegible(found.text)) continue;
    if (confidence >= LEAST_CONFIDENCE || isOneScript(found.text)) return found;
  }
  const latin = decode(bytes, 'windows-1252');
  return latin !== undefined && isLatin(latin.text) ? latin : undefined;
}

/** Two bytes per character, without a mark: blanks and line ends show the byte order. */
function unmarkedUtf16(bytes: Uint8Array): DecodedText | undefined {
  if (bytes.length < 8 || bytes.length % 2 === 1) return undefined;
  for (const encoding of ['utf-16le', 'utf-16be']) {
    const decoded = decode(bytes, encoding);
    if (decoded === undefined) continue;
    const sample = decoded.text.slice(0, SAMPLE_BYTES);
    const usual = sample.match(/[\s!-~\u00a0-\u024f\uac00-\ud7a3\u3000-\u30ff\u2010-\u203f]/gu)?.length ?? 0;
    if (usual > 0.9 * sample.length && isLegible(sample)) return decoded;
  }
  return undefined;
}

function isKorean(text: string): boolean {
  const letters = text.match(/[^\P{L}\u0000-\u007f]/gu)?.length ?? 0;
  const hangul = text.match(/[\uac00-\ud7a3]/gu)?.length ?? 0;
  return hangul > 0 && hangul >= HANGUL_SHARE * letters && isLegible(text);
}

/** Words of one script, without capitals inside: the condition for accepting a guess. */
function isOneScript(text: string): boolean {
  const words = text.match(/[^\P{L}\u0000-\u007f]{2,}/gu) ?? [];
  return words.length > 1 && words.every((word) => ONE_SCRIPT.test(word));
}

/** Texts have no control characters except blanks and line ends, and no private-use characters. */
function isLegible(text: string): boolean {
  return !/[\u0001-\u0008\u000e-\u001f\u007f-\u009f\ue000-\uf8ff]/u.test(text);
}

/** Words of ASCII letters with a few accents between them. */
function isLatin(text: string): boolean {
  const accents = text.match(/[\u00c0-\u017f]/gu)?.length ?? 0;
  if (accents > ACCENT_SHARE * text.length || !isLegible(text)) return false;
  return !LONELY.test(text);
}

function hasNul(bytes: Uint8Array): boolean {
  return bytes.includes(0);
}

/** The encoding that a media type names: `text/plain; charset=euc-kr`. */
export function charsetOf(mediaType: string | undefined): string | undefined {
  return /;\s{0,9}charset\s{0,9}=\s{0,9}["']?([\w:.-]{1,40})/iu.exec(mediaType ?? '')?.[1];
}
