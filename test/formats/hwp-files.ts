import { deflateRawSync } from 'node:zlib';
import { headingText, SAMPLE, type SampleBlock, TITLE } from './sample.js';

/** Writers of OLE compound files and of HWP 5 documents. */

const SECTOR = 512;
const FREE = 0xffffffff;
const END = 0xfffffffe;

/** A compound file; streams are written in whole sectors, so a small one is filled up with zeros. Folders are one level deep. */
export function compoundFile(streams: Readonly<Record<string, Uint8Array>>): Buffer {
  const sectors: Buffer[] = [];
  const fat: number[] = [];
  const put = (content: Uint8Array): number => {
    const first = sectors.length;
    const count = Math.max(1, Math.ceil(content.length / SECTOR));
    for (let i = 0; i < count; i += 1) {
      const sector = Buffer.alloc(SECTOR);
      Buffer.from(content).copy(sector, 0, i * SECTOR, (i + 1) * SECTOR);
      sectors.push(sector);
      fat.push(i === count - 1 ? END : first + i + 1);
    }
    return first;
  };
  interface Node {
    readonly name: string;
    readonly type: number;
    readonly content?: Uint8Array;
    readonly children: Node[];
  }
  const root: Node = { name: 'Root Entry', type: 5, children: [] };
  for (const [path, content] of Object.entries(streams)) {
    const [name = '', inner] = path.split('/');
    if (inner === undefined) root.children.push({ name, type: 2, content, children: [] });
    else {
      const folder = root.children.find((each) => each.name === name) ?? { name, type: 1, children: [] };
      if (!root.children.includes(folder)) root.children.push(folder);
      folder.children.push({ name: inner, type: 2, content, children: [] });
    }
  }
  const nodes = [root, ...root.children, ...root.children.flatMap(({ children }) => children)];
  const entries = nodes.map((node) => {
    const entry = Buffer.alloc(128);
    const name = Buffer.from(node.name, 'utf16le');
    name.copy(entry);
    entry.writeUInt16LE(name.length + 2, 64);
    entry.writeUInt8(node.type, 66);
    const siblings = nodes.find(({ children }) => children.includes(node))?.children ?? [];
    const next = siblings[siblings.indexOf(node) + 1];
    const first = node.children[0];
    entry.writeUInt32LE(FREE, 68);
    entry.writeUInt32LE(next === undefined ? FREE : nodes.indexOf(next), 72);
    entry.writeUInt32LE(first === undefined ? FREE : nodes.indexOf(first), 76);
    entry.writeUInt32LE(node.content === undefined ? END : put(node.content), 116);
    entry.writeUInt32LE(node.content?.length ?? 0, 120);
    return entry;
  });
  const directory = put(Buffer.concat(entries));
  const fatSectors = Math.ceil((fat.length + 4) / (SECTOR / 4 - 1));
  const firstFat = sectors.length;
  for (let i = 0; i < fatSectors; i += 1) fat.push(0xfffffffd);
  const table = Buffer.alloc(fatSectors * SECTOR, 0xff);
  for (const [i, next] of fat.entries()) table.writeUInt32LE(next, 4 * i);
  const header = Buffer.alloc(SECTOR, 0);
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(header);
  for (const [at, value] of [
    [26, 3],
    [28, 0xfffe],
    [30, 9],
    [32, 6],
  ] as const)
    header.writeUInt16LE(value, at);
  // No stream is small enough for the table of small streams.
  for (const [at, value] of [
    [44, fatSectors],
    [48, directory],
    [56, 0],
    [60, END],
    [64, 0],
    [68, END],
    [72, 0],
  ] as const)
    header.writeUInt32LE(value, at);
  header.fill(0xff, 76);
  for (let i = 0; i < fatSectors; i += 1) header.writeUInt32LE(firstFat + i, 76 + 4 * i);
  return Buffer.concat([header, ...sectors, table]);
}

/** A record of an HWP stream. */
export function record(tag: number, level: number, data: Uint8Array): Buffer {
  const isLong = data.length >= 0xfff;
  const header = Buffer.alloc(isLong ? 8 : 4);
  header.writeUInt32LE((tag | (level << 10) | ((isLong ? 0xfff : data.length) << 20)) >>> 0, 0);
  if (isLong) header.writeUInt32LE(data.length, 4);
  return Buffer.concat([header, data]);
}

const units = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(2 * values.length);
  for (const [i, value] of values.entries()) bytes.writeUInt16LE(value, 2 * i);
  return bytes;
};
const counted = (text: string): Buffer => Buffer.concat([units(text.length), Buffer.from(text, 'utf16le')]);
/** A sign for an object in a text. */
const sign = (code: number): Buffer => units(code, 0, 0, 0, 0, 0, 0, code);
const kind = (name: string): Buffer => Buffer.from(name, 'latin1').reverse();

const TEXT = 0x43;
/** A paragraph. @param look its shape: 0 plain, 1 and 2 headings, 3 numbered @param objects records at one level deeper */
export function hwpParagraph(
  level: number,
  text: Uint8Array | string,
  look = 0,
  objects: Buffer = Buffer.alloc(0),
  style = 0,
): Buffer {
  const header = Buffer.alloc(22);
  header.writeUInt16LE(look, 8);
  header.writeUInt8(style, 10);
  const content = typeof text === 'string' ? Buffer.from(text, 'utf16le') : text;
  return Buffer.concat([
    record(0x42, level, header),
    record(TEXT, level + 1, Buffer.concat([content, units(13)])),
    objects,
  ]);
}

/** A footnote as an object of a paragraph at `level`. */
function footnote(level: number, text: string): Buffer {
  return Buffer.concat([
    record(0x47, level + 1, kind('fn  ')),
    record(0x48, level + 2, Buffer.alloc(8)),
    hwpParagraph(level + 2, text),
  ]);
}

function table({ rows }: Extract<SampleBlock, { kind: 'table' }>): Buffer {
  const data = Buffer.alloc(18 + 2 * rows.length);
  data.writeUInt32LE(4, 0);
  data.writeUInt16LE(rows.length, 4);
  data.writeUInt16LE(4, 6);
  const taken = new Set<string>();
  const cells = rows.flatMap((row, y) => {
    let x = 0;
    return row.map((cell) => {
      while (taken.has(`${x},${y}`)) x += 1;
      const { across = 1, down = 1 } = cell;
      for (let dy = 0; dy < down; dy += 1) for (let dx = 0; dx < across; dx += 1) taken.add(`${x + dx},${y + dy}`);
      const list = Buffer.alloc(34);
      list.writeUInt16LE(1, 0);
      for (const [i, value] of [x, y, across, down].entries()) list.writeUInt16LE(value, 8 + 2 * i);
      return Buffer.concat([record(0x48, 2, list), hwpParagraph(2, cell.text)]);
    });
  });
  return Buffer.concat([record(0x47, 1, kind('tbl ')), record(0x4d, 2, data), ...cells]);
}

/** `DocInfo` with four looks of paragraphs and a list of numbers `1.`. */
function docInfo(): Buffer {
  const look = (type: number, level: number, list = 0): Buffer => {
    const data = Buffer.alloc(42);
    data.writeUInt32LE(((type << 23) | (level << 25)) >>> 0, 0);
    data.writeUInt16LE(list, 30);
    return data;
  };
  const levels = Array.from({ length: 7 }, (_, i) => Buffer.concat([Buffer.alloc(12), counted(i === 0 ? '^1.' : '')]));
  const style = (name: string): Buffer => Buffer.concat([counted(name), counted(name), Buffer.alloc(8)]);
  return Buffer.concat([
    record(0x17, 0, Buffer.concat([...levels, units(1)])),
    record(
      0x17,
      0,
      Buffer.concat([...Array.from({ length: 7 }, () => Buffer.concat([Buffer.alloc(12), counted('')])), units(1)]),
    ),
    ...[look(0, 0), look(1, 0, 0), look(1, 1, 0), look(2, 0, 1)].map((data) => record(0x19, 0, data)),
    ...['바탕글', '제목'].map((name) => record(0x1a, 0, style(name))),
  ]);
}

/** An HWP 5 document of one section. @param flags properties of the file: 1 compressed, 2 encrypted, 4 for distribution */
export function hwpFile(section: Uint8Array, flags = 1, more: Readonly<Record<string, Uint8Array>> = {}): Buffer {
  const header = Buffer.alloc(256);
  header.write('HWP Document File', 'latin1');
  header.writeUInt32LE(0x05000300, 32);
  header.writeUInt32LE(flags, 36);
  const packed = (stream: Uint8Array): Uint8Array => ((flags & 1) === 0 ? stream : deflateRawSync(stream));
  return compoundFile({
    FileHeader: header,
    DocInfo: packed(docInfo()),
    'BodyText/Section0': packed(section),
    ...more,
  });
}

export function hwpSample(): Buffer {
  const body = SAMPLE.map((block) => {
    if (block.kind === 'heading') return hwpParagraph(0, headingText(block), block.level);
    if (block.kind === 'items') return Buffer.concat(block.items.map((item) => hwpParagraph(0, item, 3)));
    if (block.kind === 'table') return hwpParagraph(0, sign(11), 0, table(block));
    if (block.note === undefined) return hwpParagraph(0, block.text);
    return hwpParagraph(0, Buffer.concat([Buffer.from(block.text, 'utf16le'), sign(17)]), 0, footnote(0, block.note));
  });
  const section = Buffer.alloc(30);
  kind('secd').copy(section);
  section.writeUInt16LE(2, 18);
  const title = Buffer.concat([sign(2), Buffer.from(TITLE, 'utf16le')]);
  return hwpFile(Buffer.concat([hwpParagraph(0, title, 0, record(0x47, 1, section), 1), ...body]));
}
