/** A JSON value in the loose syntax of models. */
export type LooseValue = string | number | boolean | null | readonly LooseValue[] | LooseObject;
export interface LooseObject {
  readonly [key: string]: LooseValue;
}

export interface ReadValue {
  readonly value: LooseValue;
  /** Offset after the value. */
  readonly end: number;
  /** The text ended before the value did. */
  readonly isCut: boolean;
}

/** Maximum depth: answers of models are not nested deeper. */
const MAX_DEPTH = 8;

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '', b: '', f: '' };
const CLOSERS: Readonly<Record<string, string>> = { '"': '"', "'": "'", '“': '”' };

/** Reads one value; see readLooseJson. */
class LooseReader {
  isCut = false;

  constructor(
    private readonly text: string,
    private at: number,
  ) {}

  get end(): number {
    return this.at;
  }

  value(depth: number): LooseValue | undefined {
    this.blanks();
    const first = this.text[this.at];
    if (first === undefined) {
      this.isCut = true;
      return null;
    }
    if (depth > MAX_DEPTH) return undefined;
    if (first === '{') return this.object(depth);
    if (first === '[') return this.array(depth);
    if (first in CLOSERS) return this.string();
    return this.word();
  }

  private object(depth: number): LooseObject | undefined {
    const entries: (readonly [string, LooseValue])[] = [];
    this.at++;
    for (;;) {
      this.blanks(',');
      const next = this.text[this.at];
      if (next === '}') {
        this.at++;
        break;
      }
      if (next === undefined) {
        this.isCut = true;
        break;
      }
      if (!(next in CLOSERS)) return undefined;
      const key = this.string();
      this.blanks();
      if (this.at >= this.text.length) {
        this.isCut = true;
        break;
      }
      if (this.text[this.at] !== ':') return undefined;
      this.at++;
      const value = this.value(depth + 1);
      if (value === undefined) return undefined;
      entries.push([key, value]);
    }
    return Object.fromEntries(entries);
  }

  private array(depth: number): LooseValue[] | undefined {
    const values: LooseValue[] = [];
    this.at++;
    for (;;) {
      this.blanks(',');
      const next = this.text[this.at];
      if (next === ']') {
        this.at++;
        return values;
      }
      if (next === undefined) {
        this.isCut = true;
        return values;
      }
      const value = this.value(depth + 1);
      if (value === undefined) return undefined;
      values.push(value);
    }
  }

  private string(): string {
    const closer = CLOSERS[this.text[this.at] ?? ''] ?? '"';
    let read = '';
    for (this.at++; this.at < this.text.length; this.at++) {
      const character = this.text[this.at] ?? '';
      if (character === '\\') {
        this.at++;
        read += this.escaped();
      } else if (character === closer && this.closes()) {
        this.at++;
        return read;
      } else read += character;
    }
    this.isCut = true;
    return read;
  }

  private escaped(): string {
    const character = this.text[this.at] ?? '';
    if (character !== 'u') return ESCAPES[character] ?? character;
    const code = /^[0-9a-f]{4}/iu.exec(this.text.slice(this.at + 1, this.at + 5))?.[0];
    if (code === undefined) return '';
    this.at += 4;
    return String.fromCharCode(Number.parseInt(code, 16));
  }

  /** An unescaped quotation mark does not end its string if the text after it is not JSON. */
  private closes(): boolean {
    return /^\s{0,40}(?:[,:}\]]|$)/u.test(this.text.slice(this.at + 1, this.at + 42));
  }

  private word(): LooseValue | undefined {
    const word = /^[\w.+-]{1,40}/u.exec(this.text.slice(this.at, this.at + 40))?.[0];
    if (word === undefined) return undefined;
    this.at += word.length;
    if (/^(?:true|false)$/iu.test(word)) return word.toLowerCase() === 'true';
    if (/^(?:null|none)$/iu.test(word)) return null;
    return /^-?\d+(?:\.\d+)?$/u.test(word) ? Number(word) : word;
  }

  private blanks(also = ''): void {
    while (this.at < this.text.length) {
      const character = this.text[this.at] ?? '';
      if (character.trim() !== '' && !also.includes(character)) return;
      if (character.trim() !== '' && also === '') return;
      this.at++;
    }
  }
}

/**
 * Reads a JSON value in the loose syntax of models: accepts line breaks and unescaped quotation marks in strings, single quotation marks,
 * surplus commas, and a missing end.
 * @returns undefined if there is no such value
 */
export function readLooseJson(text: string, start = 0): ReadValue | undefined {
  const reader = new LooseReader(text, start);
  const value = reader.value(0);
  return value === undefined ? undefined : { value, end: reader.end, isCut: reader.isCut };
}
