import { UnreadableFileError } from '../../domain/text-extractor.js';
import { EXTRACTION_LIMITS } from './extraction-limits.js';

/** The position after the sentence that contains a mark. */
const SENTENCE_END = /[.!?。][”’"')\]」』]{0,3}(?=\s|$)/gu;

interface Note {
  readonly at: number;
  readonly text: string;
}

/**
 * The text of a paragraph, read run by run. A note is put in brackets after the sentence that has its mark, so that the sentence stays
 * whole and the note stays with it.
 */
export class ParagraphText {
  private text = '';
  private endsWithBlank = true;
  private readonly notes: Note[] = [];

  /** @throws UnreadableFileError for more text than a document may have */
  append(text: string): void {
    this.text += text;
    if (text !== '') this.endsWithBlank = /\s/u.test(text.slice(-1));
    if (this.text.length <= EXTRACTION_LIMITS.textLength) return;
    throw new UnreadableFileError(`it holds more than ${EXTRACTION_LIMITS.textLength} characters of text; split it`);
  }

  /** Appends words of a format whose blanks at the start, and after blanks, are not shown. */
  appendWords(words: string): void {
    this.append(this.endsWithBlank ? words.trimStart() : words);
  }

  /** A footnote or endnote whose mark is here. */
  addNote(text: string): void {
    if (text !== '') this.notes.push({ at: this.text.length, text });
  }

  get isEmpty(): boolean {
    return this.text.trim() === '' && this.notes.length === 0;
  }

  /** The text without the notes. */
  get words(): string {
    return this.text;
  }

  /** The notes alone, for headings, whose labels stay short. */
  get noteTexts(): readonly string[] {
    return this.notes.map((note) => note.text);
  }

  /** The text with its notes. */
  toString(): string {
    if (this.notes.length === 0) return this.text;
    const ends = Array.from(this.text.matchAll(SENTENCE_END), (match) => match.index + match[0].length);
    let result = '';
    const last = this.text.trimEnd().length;
    let from = 0;
    let next = 0;
    for (const { at, text } of this.notes) {
      while ((ends[next] ?? at) < at) next += 1;
      // A mark after the full stop belongs to the sentence before it.
      const end = Math.max(from, ends[next] ?? last);
      result += `${this.text.slice(from, end)} (${text})`;
      from = end;
    }
    return result + this.text.slice(from);
  }
}

/**
 * The number of a paragraph as it precedes its text: `제2조(배정)` has no blank.
 * @param mark with the blank after it
 */
export function joinedMark(mark: string, text: string): string {
  return /조 $/u.test(mark) && /^\s*[(（]/u.test(text) ? mark.trimEnd() : mark;
}
