/** Returns a text composed (NFC) and in lower case: the comparison form of single words. */
export function lowered(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

/** Collapses each run of white space to one space and trims the text. */
export function onOneLine(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}

/** Returns the comparison form of a text: composed, in lower case, each run of white space as one space. */
export function folded(text: string): string {
  return onOneLine(lowered(text));
}

/** The same without white space, since the spacing of Korean words varies. */
export function foldedWithoutSpaces(text: string): string {
  return lowered(text).replace(/\s+/gu, '');
}

const FIRST_WIDE = 0xff01;
const LAST_WIDE = 0xff5e;
const WIDE = /[\uff01-\uff5e\u3000]/u;
const EACH_WIDE = /[\uff01-\uff5e\u3000]/gu;
/** Difference of the codes of a full-width form and its ASCII character. */
const DISTANCE = 0xfee0;

/** Returns the UTF-16 unit of the half-width form: `３` is `3`, `（` is `(`, the ideographic space is a space; others are unchanged. */
export function halfWidthUnit(code: number): number {
  if (code === 0x3000) return 0x20;
  return code >= FIRST_WIDE && code <= LAST_WIDE ? code - DISTANCE : code;
}

/** Converts full-width letters, digits and signs to half width, as NFKC does. The length is unchanged, so that offsets are valid. */
export function halfWidth(text: string): string {
  if (!WIDE.test(text)) return text;
  return text.replace(EACH_WIDE, (sign) => String.fromCharCode(halfWidthUnit(sign.charCodeAt(0))));
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes a text for HTML and XML, attributes included. */
export const escapedHtml = (text: string): string => text.replace(/[&<>"]/gu, (sign) => ESCAPES[sign] ?? sign);

/** Escapes a text for a regular expression, so that it matches literally. */
export const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/gu, String.raw`\$&`);

/** Decodes the percent signs of a part of an address. One that is not UTF-8 stays as it is encoded. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
