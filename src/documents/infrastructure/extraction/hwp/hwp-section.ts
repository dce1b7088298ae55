import { type XmlNode, element, textNode } from '../xml-node.js';
import { NUMBER_FORMATS } from './hwp-header.js';
import { doubleWord, type HwpRecord, lengthText, TAG, word } from './hwp-records.js';

/** Characters of a text that represent objects (table 6): how many units of two bytes each one takes. */
const SINGLE: ReadonlySet<number> = new Set([0, 10, 13, 24, 25, 26, 27, 28, 29, 30, 31]);
const INLINE: ReadonlySet<number> = new Set([4, 5, 6, 7, 8, 9, 19, 20]);
const CONTROL_UNITS = 8;
const CHARACTERS: Readonly<Record<number, string>> = {
  9: 'tab',
  10: 'lineBreak',
  24: 'hyphen',
  30: 'nbSpace',
  31: 'fwSpace',
};
const REPEATS_HEADER = 4;
const HEADER_CELL = 0x40000;
/** Kinds of numbers that the program counts itself (table 144). */
const AUTO_NUMBERS = ['PAGE', 'FOOTNOTE', 'ENDNOTE', 'PICTURE', 'TABLE', 'EQUATION', 'TOTAL_PAGE'];
const NOT_READ: ReadonlySet<string> = new Set([
  'cold',
  'head',
  'foot',
  'tcmt',
  'pghd',
  'pgnp',
  'nwno',
  'bokm',
  'idxm',
  'pgct',
]);

/** A section of an HWP 5 document as a section of an HWPX document, which one reader reads. */
export function sectionOf(records: readonly HwpRecord[]): XmlNode {
  return element('sec', {}, paragraphs(records));
}

function paragraphs(records: readonly HwpRecord[]): XmlNode[] {
  return records.filter(({ tag }) => tag === TAG.paragraph).map(paragraph);
}

function paragraph(record: HwpRecord): XmlNode {
  const { data, children } = record;
  const text = children.find(({ tag }) => tag === TAG.text);
  const shapes = children.find(({ tag }) => tag === TAG.charShapes);
  const controls = children.filter(({ tag }) => tag === TAG.control).map(control);
  const charPrIDRef = shapes === undefined ? 0 : doubleWord(shapes.data, 4);
  const pieces = text === undefined ? controls : inline(text.data, controls);
  return element('p', { paraPrIDRef: word(data, 8), styleIDRef: data[10] ?? 0 }, [
    element('run', { charPrIDRef }, pieces),
  ]);
}

/** Text with its objects at the position of their characters. */
function inline(data: Buffer, controls: XmlNode[]): XmlNode[] {
  const pieces: XmlNode[] = [];
  let words = '';
  let next = 0;
  const flush = (): void => {
    if (words !== '') pieces.push(element('t', {}, [textNode(words)]));
    words = '';
  };
  for (let at = 0; at + 2 <= data.length; at += 2) {
    const unit = data.readUInt16LE(at);
    if (unit > 31) {
      words += String.fromCharCode(unit);
      continue;
    }
    const character = CHARACTERS[unit];
    if (character !== undefined) {
      flush();
      pieces.push(element('t', {}, [element(character)]));
    }
    if (SINGLE.has(unit)) continue;
    at += 2 * (CONTROL_UNITS - 1);
    if (INLINE.has(unit)) continue;
    flush();
    const object = controls[next];
    next += 1;
    if (object !== undefined) pieces.push(object);
  }
  flush();
  return [...pieces, ...controls.slice(next)];
}

/** An object of a paragraph; an object that is not read is an empty element, so that the others keep their positions. */
function control(record: HwpRecord): XmlNode {
  const { data, children } = record;
  const kind = data.length < 4 ? '' : Buffer.from(data.subarray(0, 4)).reverse().toString('latin1');
  // The list that numbers the section's headings.
  if (kind === 'secd') return element('secPr', { outlineShapeIDRef: word(data, 18) });
  if (NOT_READ.has(kind)) return element('bookmark');
  if (kind === 'tbl ') return table(children);
  if (kind === 'fn  ' || kind === 'en  ')
    return element(kind === 'fn  ' ? 'footNote' : 'endNote', {}, paragraphs(children));
  if (kind === 'atno') return autoNumber(data);
  if (kind === 'eqed') return equation(children);
  if (kind === 'tdut') {
    const main = lengthText(data, 4);
    const above = lengthText(data, main.end);
    return element('dutmal', {}, [
      element('mainText', {}, [textNode(main.text)]),
      element('subText', {}, [textNode(above.text)]),
    ]);
  }
  if (kind === 'tcps') return element('compose', { composeText: lengthText(data, 4).text });
  return element('rect', {}, textLists(children));
}

function autoNumber(data: Buffer): XmlNode {
  const look = doubleWord(data, 4);
  const format = NUMBER_FORMATS[(look >>> 4) & 0xff] ?? 'DIGIT';
  const numType = AUTO_NUMBERS[look & 0xf] ?? 'PAGE';
  return element('autoNum', { num: word(data, 8), numType }, [element('autoNumFormat', { type: format })]);
}

function equation(children: readonly HwpRecord[]): XmlNode {
  const record = children.find(({ tag }) => tag === TAG.equation);
  return element('equation', {}, [
    element('script', {}, [textNode(record === undefined ? '' : lengthText(record.data, 4).text)]),
  ]);
}

/** The texts in a drawing: each list of paragraphs, at any depth. */
function textLists(records: readonly HwpRecord[]): XmlNode[] {
  return records.flatMap((record) => {
    const own = record.tag === TAG.list ? [element('subList', {}, paragraphs(followers(records, record)))] : [];
    return [...own, ...(record.tag === TAG.paragraph ? [] : textLists(record.children))];
  });
}

/** The records of a list: those after its header up to the next header. */
function followers(records: readonly HwpRecord[], list: HwpRecord): HwpRecord[] {
  const from = records.indexOf(list) + 1;
  const end = records.findIndex(({ tag }, i) => i >= from && (tag === TAG.list || tag === TAG.table));
  return [...list.children, ...records.slice(from, end === -1 ? undefined : end)];
}

function table(children: readonly HwpRecord[]): XmlNode {
  const at = children.findIndex(({ tag }) => tag === TAG.table);
  const record = children[at];
  if (record === undefined) return element('rect', {}, textLists(children));
  const repeats = (doubleWord(record.data, 0) & REPEATS_HEADER) !== 0;
  const rows = new Map<number, { readonly column: number; readonly node: XmlNode }[]>();
  for (const cell of children.slice(at + 1).filter(({ tag }) => tag === TAG.list)) {
    const { data } = cell;
    const row = word(data, 10);
    const isHeader = (doubleWord(data, 4) & HEADER_CELL) !== 0 || (repeats && row === 0);
    const node = element('tc', { header: isHeader ? 1 : 0, borderFillIDRef: word(data, 32) }, [
      element('subList', {}, paragraphs(followers(children, cell))),
      element('cellSpan', { colSpan: Math.max(1, word(data, 12)), rowSpan: Math.max(1, word(data, 14)) }),
    ]);
    rows.set(row, [...(rows.get(row) ?? []), { column: word(data, 8), node }]);
  }
  const lines = Array.from({ length: Math.min(MAX_ROWS, word(record.data, 4)) }, (_, y) =>
    element(
      'tr',
      {},
      (rows.get(y) ?? []).sort((a, b) => a.column - b.column).map(({ node }) => node),
    ),
  );
  const captions = textLists(children.slice(0, at)).map((list) => element('caption', { side: 'TOP' }, list.children));
  return element('tbl', {}, [...captions, ...lines]);
}

const MAX_ROWS = 65_535;
