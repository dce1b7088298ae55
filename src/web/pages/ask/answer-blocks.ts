import type { Part } from './cited-parts.js';

/** One line of an answer, in parts. */
export type Line = readonly Part[];

/** A block of an answer. Markdown is read here and built as elements: no text of an answer is ever HTML. */
export type Block =
  | { readonly kind: 'text'; readonly lines: readonly Line[] }
  | { readonly kind: 'heading'; readonly line: Line }
  | { readonly kind: 'list'; readonly items: readonly { readonly number: number | undefined; readonly line: Line }[] }
  | { readonly kind: 'table'; readonly head: readonly Line[]; readonly rows: readonly (readonly Line[])[] }
  | { readonly kind: 'code'; readonly text: string };

const HEADING = /^#{1,6} /;
const BULLET = /^ {0,6}[-*] /;
const NUMBERED = /^ {0,6}(\d{1,3})\. /;
const FENCE = /^ {0,3}```/;
/** The line below the head of a table. */
const RULE = /^\|[ :|-]{0,200}$/;

export const textOf = (line: Line): string =>
  line.map((part) => (part.kind === 'number' ? `[${part.n}]` : part.text)).join('');

/** The parts by lines; a citation over several lines marks each of them. */
function linesOf(parts: readonly Part[]): readonly Line[] {
  const lines: Part[][] = [[]];
  for (const part of parts) {
    const [first = '', ...rest] = part.kind === 'number' ? [''] : part.text.split('\n');
    if (part.kind === 'number') lines.at(-1)?.push(part);
    else if (first !== '') lines.at(-1)?.push({ kind: part.kind, text: first });
    if (part.kind !== 'number') for (const text of rest) lines.push(text === '' ? [] : [{ kind: part.kind, text }]);
  }
  return lines;
}

/** The line without its first characters. */
function withoutStart(line: Line, length: number): Line {
  let left = length;
  return line.flatMap((part): Part[] => {
    if (part.kind === 'number' || left === 0) return [part];
    const dropped = Math.min(left, part.text.length);
    left -= dropped;
    return dropped === part.text.length ? [] : [{ kind: part.kind, text: part.text.slice(dropped) }];
  });
}

/** Cells of a row of a table. */
function cellsOf(line: Line): readonly Line[] {
  const cells: Part[][] = [[]];
  for (const part of line) {
    if (part.kind === 'number') cells.at(-1)?.push(part);
    else
      part.text.split('|').forEach((text, i) => {
        if (i > 0) cells.push([]);
        if (text.trim() !== '') cells.at(-1)?.push({ kind: part.kind, text: text.trim() });
      });
  }
  // Outside of the first and the last bar there is at most the number of a source.
  const after = cells.at(-1) ?? [];
  const inside = cells.slice(1, -1);
  return inside.map((cell, i) => (i === inside.length - 1 ? [...cell, ...after] : cell));
}

/** Without the numbers of sources. */
const writtenIn = (line: Line | undefined): string =>
  (line ?? [])
    .map((part) => (part.kind === 'number' ? '' : part.text))
    .join('')
    .trimEnd();

const isRule = (line: Line | undefined) => RULE.test(writtenIn(line)) && writtenIn(line).includes('-');

/** The head has no number of its own: the rows that it belongs to have it. */
const headOf = (line: Line): readonly Line[] =>
  cellsOf(line).map((cell) => cell.filter((part) => part.kind !== 'number'));

const isRow = (line: Line | undefined) => line !== undefined && textOf(line).startsWith('|');

/** Reads the blocks of an answer. Other lines stay as they are written. */
export function blocksOf(parts: readonly Part[]): readonly Block[] {
  const lines = linesOf(parts);
  const blocks: Block[] = [];
  let text: Line[] = [];
  const endText = () => {
    if (text.length > 0) blocks.push({ kind: 'text', lines: text });
    text = [];
  };
  for (let i = 0; i < lines.length; i += 1) {
    const line = lines[i] ?? [];
    const written = textOf(line);
    const mark = BULLET.exec(written) ?? NUMBERED.exec(written);
    if (FENCE.test(written)) {
      endText();
      const from = i + 1;
      i = lines.findIndex((other, at) => at >= from && FENCE.test(textOf(other)));
      if (i < 0) i = lines.length;
      blocks.push({ kind: 'code', text: lines.slice(from, i).map(textOf).join('\n') });
    } else if (isRow(line) && isRule(lines[i + 1])) {
      endText();
      const rows: (readonly Line[])[] = [];
      for (i += 2; isRow(lines[i]); i += 1) rows.push(cellsOf(lines[i] ?? []));
      i -= 1;
      blocks.push({ kind: 'table', head: headOf(line), rows });
    } else if (HEADING.test(written)) {
      endText();
      blocks.push({ kind: 'heading', line: withoutStart(line, written.indexOf(' ') + 1) });
    } else if (mark !== null) {
      endText();
      const item = {
        number: mark[1] === undefined ? undefined : Number(mark[1]),
        line: withoutStart(line, mark[0].length),
      };
      const last = blocks.at(-1);
      const isSame = last?.kind === 'list' && (last.items[0]?.number === undefined) === (item.number === undefined);
      if (isSame) blocks[blocks.length - 1] = { kind: 'list', items: [...last.items, item] };
      else blocks.push({ kind: 'list', items: [item] });
    } else if (written.trim() === '') endText();
    else text.push(line);
  }
  endText();
  return blocks;
}
