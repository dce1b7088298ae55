/** What text recognition found on a page. */
export interface RecognizedPage {
  /** Lines on lines of their own, an empty line between paragraphs. */
  readonly text: string;
  /** How sure it is, 0 to 100, the mean over the letters; 0 without text. */
  readonly confidence: number;
  readonly letters: number;
}

const COLUMNS = 12;
const WORD = '5';
/** A word that is less sure is a speck or a part of a picture. */
const LEAST_CONFIDENCE = 20;

/** Reads the table that Tesseract writes (`tsv`): level, page, block, paragraph, line, word, four numbers of its place, confidence, text. */
export function recognizedPage(table: string): RecognizedPage {
  const paragraphs: string[][][] = [];
  let place = '';
  let line = '';
  let letters = 0;
  let sum = 0;
  for (const row of table.split('\n').slice(1)) {
    const fields = row.split('\t');
    const [level, page, block, paragraph, lineNumber] = fields;
    const text = fields
      .slice(COLUMNS - 1)
      .join('\t')
      .trim();
    const confidence = Number(fields[COLUMNS - 2]);
    if (level !== WORD || text === '' || !(confidence >= LEAST_CONFIDENCE)) continue;
    const newPlace = `${page ?? ''}.${block ?? ''}.${paragraph ?? ''}`;
    const newLine = `${newPlace}.${lineNumber ?? ''}`;
    if (newPlace !== place) paragraphs.push([]);
    if (newLine !== line) paragraphs.at(-1)?.push([]);
    paragraphs.at(-1)?.at(-1)?.push(text);
    place = newPlace;
    line = newLine;
    letters += text.length;
    sum += confidence * text.length;
  }
  return {
    text: paragraphs.map((lines) => lines.map((words) => words.join(' ')).join('\n')).join('\n\n'),
    confidence: letters === 0 ? 0 : sum / letters,
    letters,
  };
}
