/** One token of an RTF file. */
export type RtfToken =
  | { readonly kind: 'open' }
  | { readonly kind: 'close' }
  /** A control word, or a control symbol (`word` is then one sign). */
  | { readonly kind: 'control'; readonly word: string; readonly value: number | undefined }
  /** Bytes of text, one per character. */
  | { readonly kind: 'bytes'; readonly bytes: string };

const CONTROL = /\\([a-z]{1,32})(-?\d{1,10})? ?/iy;
const HEX = /\\'([\da-f]{2})/iy;
/** A line end after a backslash ends a paragraph, as TextEdit writes it. */
const LINE_END = /\\(?:\r\n?|\n)/y;
const PLAIN = /[^\\{}\r\n]+/y;

/**
 * The tokens of an RTF file (version 1.9.1).
 * @param file its bytes as Latin-1
 */
export function* rtfTokens(file: string): Generator<RtfToken> {
  let at = 0;
  const match = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(file);
    if (found !== null) at += found[0].length;
    return found;
  };
  while (at < file.length) {
    const sign = file[at];
    if (sign === '{' || sign === '}') {
      at += 1;
      yield { kind: sign === '{' ? 'open' : 'close' };
    } else if (sign === '\r' || sign === '\n') at += 1;
    else if (sign === '\\') {
      const hex = match(HEX);
      const control = hex === null ? match(CONTROL) : null;
      if (hex !== null) yield { kind: 'bytes', bytes: String.fromCharCode(Number.parseInt(hex[1] ?? '', 16)) };
      else if (control !== null) {
        const word = control[1] ?? '';
        const value = control[2] === undefined ? undefined : Number(control[2]);
        // Bytes of a picture follow without escapes.
        if (word === 'bin') at += Math.max(0, value ?? 0);
        else yield { kind: 'control', word, value };
      } else if (match(LINE_END) !== null) yield { kind: 'control', word: 'par', value: undefined };
      else {
        yield { kind: 'control', word: file[at + 1] ?? '', value: undefined };
        at += 2;
      }
    } else yield { kind: 'bytes', bytes: match(PLAIN)?.[0] ?? '' };
  }
}
