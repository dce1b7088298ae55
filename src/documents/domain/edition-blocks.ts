import { lastOf, Steps } from '../../shared/domain/steps.js';

/** A piece of a text with its place. */
interface Piece {
  readonly label: string | undefined;
  readonly text: string;
  readonly start: number;
}

const ARTICLE = /(?:^|> )(?:제\s*\d{1,4}\s*조|(?:article|section|§)\s*\d)[^>]*$/iu;
const ROW = /^[ \t]*\|/u;
/** The line between the header of a table and its rows. */
const RULE = /^[ \t:|-]{3,}$/u;
const ITEM = /^\s*(?:[-*+•·○●□■]\s|\(?\d{1,3}[.)]|[가-하][.)]|[a-z][.)]\s|[①-⑳])/u;

/** Whether a part is an article, which is changed as a whole: one of its sentences may limit another. */
export function isArticleLabel(label: string | undefined): boolean {
  return label !== undefined && ARTICLE.test(label);
}

interface Line {
  readonly text: string;
  readonly start: number;
  readonly kind: 'blank' | 'row' | 'item' | 'text';
}

function kindOf(text: string): Line['kind'] {
  if (text.trim() === '') return 'blank';
  if (ROW.test(text)) return 'row';
  return ITEM.test(text) ? 'item' : 'text';
}

function* linesOf(text: string, from: number): Generator<Line> {
  let start = from;
  for (const line of text.split('\n')) {
    yield { text: line, start, kind: kindOf(line) };
    start += line.length + 1;
  }
}

/**
 * The paragraphs and the rows of tables of a text. A list belongs to the paragraph before it: an added item changes what the list says.
 * @param isWhole whether all text between tables is one block
 * @returns in the order of the text, each with its place in the document
 */
export const editionBlocks = (piece: Piece, isWhole = false): Piece[] => lastOf(blockSteps(piece, isWhole));

/** `editionBlocks` in steps. */
export function* blockSteps({ label, text, start }: Piece, isWhole = false): Steps<Piece[]> {
  const blocks: { text: string; start: number; isRow: boolean }[] = [];
  let isAfterGap = false;
  for (const line of linesOf(text, start)) {
    const last = blocks.at(-1);
    const isRow = line.kind === 'row';
    if (line.kind === 'blank') isAfterGap = true;
    else if (!isRow && last?.isRow === false && (isWhole || !isAfterGap || line.kind === 'item'))
      last.text = text.slice(last.start - start, line.start - start + line.text.length);
    else if (!isRow || !RULE.test(line.text)) blocks.push({ text: line.text, start: line.start, isRow });
    if (line.kind !== 'blank') isAfterGap = false;
    yield;
  }
  return blocks.map((block) => ({ label, text: block.text, start: block.start }));
}
