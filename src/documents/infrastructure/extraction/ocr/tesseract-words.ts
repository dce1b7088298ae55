/** A word from text recognition; Korean words are often cut into syllables. */
export interface RecognizedWord {
  readonly text: string;
  /** Confidence, 0 to 100. */
  readonly confidence: number;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** The line and the paragraph that it is in. */
  readonly line: string;
  readonly paragraph: string;
  /** A blank is between it and the word before it in its line. */
  readonly isApart: boolean;
}

/** The recognized text of a page. */
export interface RecognizedPage {
  /** Lines separated by a line break, paragraphs by an empty line. */
  readonly text: string;
  /** Confidence, 0 to 100, the mean over the letters; 0 without text. */
  readonly confidence: number;
  readonly letters: number;
}

const ROW = /^\d\t/u;
const WORD = '5';
/** A word below this confidence is noise or a part of a picture. */
const LEAST_CONFIDENCE = 20;

/**
 * Reads the `tsv txt` output of Tesseract: a row for each word (level, page, block, paragraph, line, word, position, confidence, text), then
 * the same text with the blanks between Korean words, which the rows do not have.
 */
export function recognizedWords(output: string): RecognizedWord[] {
  const lines = output.split('\n');
  const text = lines.filter((line) => !ROW.test(line) && !line.startsWith('level\t')).join('\n');
  const words: RecognizedWord[] = [];
  let at = 0;
  for (const row of lines) {
    if (!ROW.test(row)) continue;
    const [level, page = '', block = '', paragraph = '', line = '', , left, top, width, height, confidence, word = ''] =
      row.split('\t');
    const shown = word.trim();
    if (level !== WORD || shown === '') continue;
    const found = text.indexOf(shown, at);
    // If the texts differ, the blanks are unknown, and words stay separate.
    const between = found === -1 ? ' ' : text.slice(at, found);
    if (found !== -1 && between.trim() === '') at = found + shown.length;
    const place = `${page}.${block}.${paragraph}`;
    words.push({
      text: shown,
      confidence: Number(confidence),
      left: Number(left),
      top: Number(top),
      width: Number(width),
      height: Number(height),
      line: `${place}.${line}`,
      paragraph: place,
      isApart: between !== '',
    });
  }
  return words;
}

/** The text of words in order, with its confidence. */
export function recognizedPage(words: readonly RecognizedWord[]): RecognizedPage {
  let text = '';
  let previous: RecognizedWord | undefined;
  let letters = 0;
  let sum = 0;
  for (const word of words) {
    if (!(word.confidence >= LEAST_CONFIDENCE)) continue;
    if (previous !== undefined) text += gap(previous, word);
    text += word.text;
    previous = word;
    letters += word.text.length;
    sum += word.confidence * word.text.length;
  }
  return { text, confidence: letters === 0 ? 0 : sum / letters, letters };
}

function gap(previous: RecognizedWord, word: RecognizedWord): string {
  if (previous.paragraph !== word.paragraph) return '\n\n';
  if (previous.line !== word.line) return '\n';
  return word.isApart ? ' ' : '';
}
