import { brotliCompressSync, brotliDecompressSync, crc32, deflateSync, inflateSync } from 'node:zlib';

/** Points of a picture, four bytes each: red, green, blue, and how opaque. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly points: Uint8Array;
}

/** A picture in cells: how light each is, from 0 to 15. */
export interface Fingerprint {
  readonly columns: number;
  readonly rows: number;
  readonly cells: Uint8Array;
}

/** Width and height of a cell. */
const CELL = 16;
const LEVELS = 15;
/** Levels that a cell may differ: edges are drawn one point higher or lower by another version of the browser. */
const TOLERANCE = 1;
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** The predictor of PNG that is nearest to the sum of its neighbours. */
function paeth(left: number, up: number, corner: number): number {
  const [toLeft, toUp, toCorner] = [Math.abs(up - corner), Math.abs(left - corner), Math.abs(left + up - 2 * corner)];
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}

/** Reads a PNG as browsers write it: 8 bits, RGB or RGBA, not interlaced. */
export function readPng(file: Uint8Array): Picture {
  const buffer = Buffer.from(file);
  const [width, height, color] = [buffer.readUInt32BE(16), buffer.readUInt32BE(20), buffer.readUInt8(25)];
  const data: Buffer[] = [];
  for (let at = SIGNATURE.length; at < buffer.length; at += buffer.readUInt32BE(at) + 12)
    if (buffer.toString('latin1', at + 4, at + 8) === 'IDAT')
      data.push(buffer.subarray(at + 8, at + 8 + buffer.readUInt32BE(at)));
  const depth = color === 6 ? 4 : 3;
  const raw = inflateSync(Buffer.concat(data));
  const length = width * depth;
  const lines = new Uint8Array(height * length);
  const of = (at: number) => lines[at] ?? 0;
  for (let y = 0; y < height; y += 1) {
    const filter = raw[y * (length + 1)] ?? 0;
    for (let x = 0; x < length; x += 1) {
      const at = y * length + x;
      const left = x < depth ? 0 : of(at - depth);
      const up = y === 0 ? 0 : of(at - length);
      const corner = x < depth || y === 0 ? 0 : of(at - length - depth);
      const predicted = [0, left, up, (left + up) >> 1, filter === 4 ? paeth(left, up, corner) : 0][filter] ?? 0;
      lines[at] = (raw[y * (length + 1) + 1 + x] ?? 0) + predicted;
    }
  }
  if (depth === 4) return { width, height, points: lines };
  const points = new Uint8Array(width * height * 4).fill(255);
  for (let i = 0; i < width * height; i += 1) points.set(lines.subarray(i * 3, i * 3 + 3), i * 4);
  return { width, height, points };
}

function chunk(name: string, data: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

export function writePng({ width, height, points }: Picture): Uint8Array {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 6], 8);
  const lines = Buffer.alloc(height * (width * 4 + 1));
  for (let y = 0; y < height; y += 1)
    lines.set(points.subarray(y * width * 4, (y + 1) * width * 4), y * (width * 4 + 1) + 1);
  const parts = [chunk('IHDR', head), chunk('IDAT', deflateSync(lines)), chunk('IEND', new Uint8Array())];
  return Buffer.concat([SIGNATURE, ...parts]);
}

/** Each cell is as light as its points are together. */
export function fingerprintOf({ width, height, points }: Picture): Fingerprint {
  const [columns, rows] = [Math.ceil(width / CELL), Math.ceil(height / CELL)];
  const [sums, counts] = [new Float64Array(columns * rows), new Float64Array(columns * rows)];
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const at = (y * width + x) * 4;
      const cell = Math.floor(y / CELL) * columns + Math.floor(x / CELL);
      sums[cell] =
        (sums[cell] ?? 0) + 0.299 * (points[at] ?? 0) + 0.587 * (points[at + 1] ?? 0) + 0.114 * (points[at + 2] ?? 0);
      counts[cell] = (counts[cell] ?? 0) + 1;
    }
  return {
    columns,
    rows,
    cells: Uint8Array.from(sums, (sum, i) => Math.round((sum / (counts[i] ?? 1) / 255) * LEVELS)),
  };
}

/** The cells that differ, those of a longer picture among them. */
export function differingCells(one: Fingerprint, other: Fingerprint): number[] {
  const rows = Math.max(one.rows, other.rows);
  const level = ({ columns, cells }: Fingerprint, x: number, y: number) =>
    (x < columns ? cells[y * columns + x] : undefined) ?? -2;
  const differing: number[] = [];
  for (let y = 0; y < rows; y += 1)
    for (let x = 0; x < one.columns; x += 1)
      if (Math.abs(level(one, x, y) - level(other, x, y)) > TOLERANCE) differing.push(y * one.columns + x);
  return differing;
}

/** As it is stored: columns, then the cells. */
export function storeFingerprint({ columns, cells }: Fingerprint): string {
  return `${columns} ${brotliCompressSync(cells).toString('base64')}`;
}

export function readFingerprint(stored: string): Fingerprint {
  const columns = Number.parseInt(stored, 10);
  const cells = stored.slice(stored.indexOf(' ') + 1);
  const bytes = brotliDecompressSync(Buffer.from(cells, 'base64'));
  return { columns, rows: bytes.length / columns, cells: bytes };
}

/** The picture with a frame around each of the cells. */
export function framed({ width, height, points }: Picture, cells: readonly number[]): Picture {
  const columns = Math.ceil(width / CELL);
  const marked = Uint8Array.from(points);
  for (const cell of cells)
    for (let i = 0; i < CELL * CELL; i += 1) {
      const [dx, dy] = [i % CELL, Math.floor(i / CELL)];
      const [x, y] = [(cell % columns) * CELL + dx, Math.floor(cell / columns) * CELL + dy];
      const isEdge = dx === 0 || dy === 0 || dx === CELL - 1 || dy === CELL - 1;
      if (isEdge && x < width && y < height) marked.set([220, 0, 60, 255], (y * width + x) * 4);
    }
  return { width, height, points: marked };
}

/** The cells as squares, to be looked at. */
export function drawn({ columns, rows, cells }: Fingerprint): Picture {
  const [width, height] = [columns * CELL, rows * CELL];
  const points = new Uint8Array(width * height * 4).fill(255);
  for (let i = 0; i < width * height; i += 1) {
    const cell = Math.floor(Math.floor(i / width) / CELL) * columns + Math.floor((i % width) / CELL);
    points.fill(((cells[cell] ?? 0) / LEVELS) * 255, i * 4, i * 4 + 3);
  }
  return { width, height, points };
}
