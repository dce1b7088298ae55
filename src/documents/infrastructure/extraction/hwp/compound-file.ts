import { damagedFile } from '../damaged-file.js';

const WHAT = 'compound file';
const HEADER_LENGTH = 512;
const ENTRY_LENGTH = 128;
const END_OF_CHAIN = 0xfffffffa;
const NO_STREAM = 0xffffffff;
const HEADER_FATS = 109;
const FOLDER = 1;
const STREAM = 2;
const ROOT = 5;

interface Entry {
  readonly name: string;
  readonly type: number;
  readonly left: number;
  readonly right: number;
  readonly child: number;
  readonly start: number;
  readonly size: number;
}

/**
 * An OLE compound file ([MS-CFB]): old `.hwp`, `.doc`, `.xls`, `.ppt` and `.msg`. A chain of sectors is at most as long as the file, so a
 * cyclic chain ends.
 */
export class CompoundFile {
  private readonly sectorSize: number;
  private readonly fat: number[] = [];
  private readonly streams = new Map<string, Entry>();
  private readonly miniFat: number[];
  private readonly miniStream: Buffer;
  private readonly miniSectorSize: number;
  private readonly miniLimit: number;

  /** @throws UnreadableFileError for a damaged file */
  constructor(private readonly bytes: Buffer) {
    try {
      this.sectorSize = 2 ** Math.min(16, bytes.readUInt16LE(30));
      this.miniSectorSize = 2 ** Math.min(16, bytes.readUInt16LE(32));
      this.miniLimit = bytes.readUInt32LE(56);
      this.readFat();
      const entries = this.entries();
      const root = entries[0];
      if (root?.type !== ROOT) throw new Error('it has no root');
      this.miniFat = numbersOf(this.chain(bytes.readUInt32LE(60)));
      this.miniStream = this.chain(root.start).subarray(0, root.size);
      this.walk(entries, root.child, '', new Set());
    } catch (error) {
      throw damagedFile(WHAT, error);
    }
  }

  /** Paths of the streams, `/` between folders. */
  get names(): readonly string[] {
    return [...this.streams.keys()];
  }

  /**
   * Content of a stream; undefined without the stream.
   * @throws UnreadableFileError if the stream is truncated
   */
  read(name: string): Buffer | undefined {
    const entry = this.streams.get(name);
    if (entry === undefined) return undefined;
    const content = entry.size < this.miniLimit ? this.miniChain(entry.start) : this.chain(entry.start);
    if (content.length < entry.size) throw damagedFile(WHAT, `${name} is cut off`);
    return content.subarray(0, entry.size);
  }

  private sector(number: number): Buffer {
    const start = HEADER_LENGTH + number * this.sectorSize;
    // Files of version 4 have a header of a whole sector.
    const from = this.sectorSize > HEADER_LENGTH ? start + this.sectorSize - HEADER_LENGTH : start;
    if (from >= this.bytes.length) throw new Error('it is cut off');
    return this.bytes.subarray(from, from + this.sectorSize);
  }

  private readFat(): void {
    const { bytes } = this;
    const most = Math.ceil(bytes.length / this.sectorSize);
    const sectors: number[] = [];
    for (let i = 0; i < HEADER_FATS; i += 1) sectors.push(bytes.readUInt32LE(76 + 4 * i));
    let next = bytes.readUInt32LE(68);
    for (let i = 0; next < END_OF_CHAIN && i < most; i += 1) {
      const numbers = numbersOf(this.sector(next));
      next = numbers.pop() ?? NO_STREAM;
      for (const number of numbers) sectors.push(number);
    }
    for (const number of sectors) {
      if (number >= END_OF_CHAIN || this.fat.length > most) continue;
      for (const each of numbersOf(this.sector(number))) this.fat.push(each);
    }
  }

  private chain(first: number): Buffer {
    const parts: Buffer[] = [];
    for (let at = first; at < END_OF_CHAIN && parts.length < this.fat.length; at = this.fat[at] ?? NO_STREAM)
      parts.push(this.sector(at));
    return Buffer.concat(parts);
  }

  private miniChain(first: number): Buffer {
    const parts: Buffer[] = [];
    for (let at = first; at < END_OF_CHAIN && parts.length < this.miniFat.length; at = this.miniFat[at] ?? NO_STREAM)
      parts.push(this.miniStream.subarray(at * this.miniSectorSize, (at + 1) * this.miniSectorSize));
    return Buffer.concat(parts);
  }

  private entries(): Entry[] {
    const folder = this.chain(this.bytes.readUInt32LE(48));
    const entries: Entry[] = [];
    for (let at = 0; at + ENTRY_LENGTH <= folder.length; at += ENTRY_LENGTH) {
      const length = Math.max(0, Math.min(64, folder.readUInt16LE(at + 64)) - 2);
      entries.push({
        name: folder.subarray(at, at + length).toString('utf16le'),
        type: folder.readUInt8(at + 66),
        left: folder.readUInt32LE(at + 68),
        right: folder.readUInt32LE(at + 72),
        child: folder.readUInt32LE(at + 76),
        start: folder.readUInt32LE(at + 116),
        size: folder.readUInt32LE(at + 120),
      });
    }
    return entries;
  }

  private walk(entries: readonly Entry[], first: number, folder: string, seen: Set<number>): void {
    const open: { readonly number: number; readonly folder: string }[] = [{ number: first, folder }];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const entry = entries[next.number];
      if (entry === undefined || seen.has(next.number)) continue;
      seen.add(next.number);
      const path = next.folder + entry.name;
      if (entry.type === STREAM) this.streams.set(path, entry);
      else if (entry.type === FOLDER) open.push({ number: entry.child, folder: `${path}/` });
      open.push({ number: entry.left, folder: next.folder }, { number: entry.right, folder: next.folder });
    }
  }
}

function numbersOf(bytes: Buffer): number[] {
  return Array.from({ length: Math.floor(bytes.length / 4) }, (_, i) => bytes.readUInt32LE(4 * i));
}
