/** A record of an HWP 5 stream with those of lower levels after it. */
export interface HwpRecord {
  readonly tag: number;
  readonly level: number;
  readonly data: Buffer;
  readonly children: HwpRecord[];
}

/** Numbers of the records that are read (HWP document file format 5.0, tables 13 and 57). */
export const TAG = {
  charShape: 0x15,
  borderFill: 0x14,
  numbering: 0x17,
  bullet: 0x18,
  paragraphShape: 0x19,
  style: 0x1a,
  paragraph: 0x42,
  text: 0x43,
  charShapes: 0x44,
  control: 0x47,
  list: 0x48,
  table: 0x4d,
  equation: 0x58,
} as const;

const LONG = 0xfff;
const MAX_LEVEL = 200;

/**
 * The records of a stream as trees.
 * @throws Error if the stream is truncated or nested too deep
 */
export function hwpRecords(stream: Buffer): HwpRecord[] {
  const roots: HwpRecord[] = [];
  const open: HwpRecord[] = [];
  let at = 0;
  while (at + 4 <= stream.length) {
    const header = stream.readUInt32LE(at);
    at += 4;
    let size = header >>> 20;
    if (size === LONG) {
      size = stream.readUInt32LE(at);
      at += 4;
    }
    const level = (header >>> 10) & 0x3ff;
    if (at + size > stream.length) throw new Error('a record is cut off');
    if (level > MAX_LEVEL) throw new Error(`records are nested more than ${MAX_LEVEL} levels deep`);
    const record: HwpRecord = { tag: header & 0x3ff, level, data: stream.subarray(at, at + size), children: [] };
    at += size;
    while ((open.at(-1)?.level ?? -1) >= level) open.pop();
    const parent = open.at(-1);
    if (parent === undefined) roots.push(record);
    else parent.children.push(record);
    open.push(record);
  }
  return roots;
}

/**
 * A text with its length before it.
 * @returns the text and the position after it
 */
export function lengthText(data: Buffer, at: number): { readonly text: string; readonly end: number } {
  if (at + 2 > data.length) return { text: '', end: data.length };
  const end = Math.min(data.length, at + 2 + 2 * data.readUInt16LE(at));
  return { text: data.subarray(at + 2, end).toString('utf16le'), end };
}

/** A number of two bytes; 0 after the end of a record, which is shorter in older versions. */
export function word(data: Buffer, at: number): number {
  return at + 2 <= data.length ? data.readUInt16LE(at) : 0;
}

/** A number of four bytes, as `word`. */
export function doubleWord(data: Buffer, at: number): number {
  return at + 4 <= data.length ? data.readUInt32LE(at) : 0;
}
