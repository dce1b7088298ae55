/**
 * vector-kernel.wat, assembled; a spec assembles it again and compares. JavaScript has no SIMD, and the scan over all vectors is
 * the only loop of a search that needs it: 100,000 vectors of 256 bytes took 1.5 ms here and 47 ms in a loop of JavaScript.
 */
export const KERNEL_BASE64 =
  'AGFzbQEAAAABCQFgBX9/f39/AAMCAQAFAwEAAQcRAgZtZW1vcnkCAARkb3RzAAAKqgEBpwECAnsDfyACIANBAnRqIQkCQANAIAIgCU8NAf0MAAAAAAAAAAAAAAAAAAAAACEFIAAhByABIARqIQgDQCAB/QAEACEGIAUgBv2HASAH/QAEAP26ASAG/YgBIAf9AAQQ/boB/a4B/a4BIQUgAUEQaiEBIAdBIGohByABIAhJDQALIAIgBf0bACAF/RsBaiAF/RsCIAX9GwNqajYCACACQQRqIQIMAAsLCw==';

/** Dot products over the memory: see vector-kernel.wat. */
export type Dots = (query: number, rows: number, out: number, count: number, dimensions: number) => void;

export interface VectorKernel {
  readonly memory: WebAssembly.Memory;
  readonly dots: Dots;
}

function isDots(value: unknown): value is Dots {
  return typeof value === 'function';
}

/** A kernel with its own memory, which grows and never shrinks: drop the whole kernel to free it. */
export function createVectorKernel(): VectorKernel {
  const instance = new WebAssembly.Instance(new WebAssembly.Module(Buffer.from(KERNEL_BASE64, 'base64')));
  const { memory, dots } = instance.exports;
  if (!(memory instanceof WebAssembly.Memory) || !isDots(dots)) throw new Error('The vector kernel is damaged.');
  return { memory, dots };
}

const PAGE = 65_536;
/** The kernel reads sixteen numbers at a time. */
const LANES = 16;
const BYTE_RANGE = 127;
/** Queries keep 13 bits: 127 * 8191 * 4,096 dimensions stay below 2^31 in each of the kernel's four sums. */
const QUERY_RANGE = 8_191;

function largest(vector: Float32Array): number {
  let max = 0;
  for (const x of vector) max = Math.max(max, Math.abs(x));
  return max;
}

/** Rows of a matrix in contiguous memory. */
export interface KeptRows {
  readonly scales: Float32Array;
  readonly bytes: Int8Array;
}

/**
 * Unit vectors as signed bytes with one scale per row, for an exact scan: a quarter of the memory of floats, and cosines with an error
 * below 0.01. A row without a vector has no cosine and is never returned.
 */
export class VectorMatrix {
  private readonly kernel: VectorKernel = createVectorKernel();
  private readonly width: number;
  private scales = new Float32Array(0);
  private rows = 0;

  /** @param dimensions of the vectors; at most 4,096 */
  constructor(readonly dimensions: number) {
    this.width = Math.ceil(dimensions / LANES) * LANES;
  }

  /** Number of rows, empty ones included. */
  get length(): number {
    return this.rows;
  }

  /** Stores a vector of any nonzero norm in a row; the zero vector leaves the row empty. */
  set(row: number, vector: Float32Array): void {
    this.include(row);
    const max = largest(vector);
    this.scales[row] = max / BYTE_RANGE;
    const bytes = this.bytesOf(row);
    bytes.fill(0);
    if (max > 0) for (let i = 0; i < this.dimensions; i++) bytes[i] = Math.round(((vector[i] ?? 0) / max) * BYTE_RANGE);
  }

  has(row: number): boolean {
    return row < this.rows && (this.scales[row] ?? 0) > 0;
  }

  /** The vector of a row as it is stored; undefined for an empty row. */
  get(row: number): Float32Array | undefined {
    if (!this.has(row)) return undefined;
    const bytes = new Int8Array(this.kernel.memory.buffer, this.rowStart(row), this.dimensions);
    const scale = this.scales[row] ?? 0;
    const vector = new Float32Array(this.dimensions);
    for (let i = 0; i < vector.length; i++) vector[i] = (bytes[i] ?? 0) * scale;
    return vector;
  }

  /**
   * Cosine of a query with every row; NaN for a row without a vector.
   * @param out at least `length` long; overwritten
   */
  cosines(query: Float32Array, out: Float32Array): void {
    const max = largest(query);
    if (this.rows === 0) return;
    if (max === 0) {
      out.fill(Number.NaN, 0, this.rows);
      return;
    }
    const outStart = this.outStart();
    const packed = new Int16Array(this.kernel.memory.buffer, 0, this.width);
    packed.fill(0);
    for (let i = 0; i < this.dimensions; i++) packed[i] = Math.round(((query[i] ?? 0) / max) * QUERY_RANGE);
    this.kernel.dots(0, this.rowStart(0), outStart, this.rows, this.width);
    const sums = new Int32Array(this.kernel.memory.buffer, outStart, this.rows);
    const queryScale = max / QUERY_RANGE;
    for (let row = 0; row < this.rows; row++) {
      const scale = this.scales[row] ?? 0;
      out[row] = scale === 0 ? Number.NaN : (sums[row] ?? 0) * scale * queryScale;
    }
  }

  /** Empties all rows and keeps their memory. */
  clear(): void {
    this.scales.fill(0, 0, this.rows);
    this.rows = 0;
  }

  /** Copies a stored row of another matrix with the same dimensions into a row of this one. */
  copy(row: number, from: VectorMatrix, fromRow: number): void {
    if (!from.has(fromRow)) return;
    this.include(row);
    this.scales[row] = from.scales[fromRow] ?? 0;
    this.bytesOf(row).set(from.bytesOf(fromRow));
  }

  /**
   * Pairwise cosines of the first `count` rows, from the stored values.
   * @returns one list of `count` numbers per row; NaN if either row is empty
   */
  pairs(count: number): Float32Array[] {
    this.reserve(count);
    const outStart = this.outStart();
    const { buffer } = this.kernel.memory;
    const packed = new Int16Array(buffer, 0, this.width);
    const sums = new Int32Array(buffer, outStart, count);
    const cosines = Array.from({ length: count }, () => new Float32Array(count).fill(Number.NaN));
    cosines.forEach((own, row) => {
      const scale = this.scales[row] ?? 0;
      if (scale === 0) return;
      // Bytes fit into the numbers of a query unchanged. Later rows write their cosines with this row themselves.
      packed.set(this.bytesOf(row));
      this.kernel.dots(0, this.rowStart(0), outStart, row + 1, this.width);
      for (let k = 0; k <= row; k++) {
        const other = this.scales[k] ?? 0;
        const both = cosines[k];
        if (other === 0 || both === undefined) continue;
        own[k] = both[row] = (sums[k] ?? 0) * other * scale;
      }
    });
    return cosines;
  }

  /** The stored rows: one scale and `bytes.length / scales.length` bytes each. Valid until the next `set`. */
  kept(): KeptRows {
    return {
      scales: this.scales.subarray(0, this.rows),
      bytes: new Int8Array(this.kernel.memory.buffer, this.rowStart(0), this.rows * this.width),
    };
  }

  /** Lets `fill` write stored rows of a matrix with the same dimensions into an empty matrix. */
  restore(rows: number, fill: (rows: KeptRows) => void): void {
    this.reserve(rows);
    this.rows = rows;
    fill(this.kept());
  }

  /** Memory layout: the query, the rows, and after their capacity the results. */
  private rowStart(row: number): number {
    return 2 * this.width + row * this.width;
  }

  private bytesOf(row: number): Int8Array {
    return new Int8Array(this.kernel.memory.buffer, this.rowStart(row), this.width);
  }

  private outStart(): number {
    return this.rowStart(this.scales.length);
  }

  private include(row: number): void {
    this.reserve(row + 1);
    this.rows = Math.max(this.rows, row + 1);
  }

  private reserve(rows: number): void {
    if (rows <= this.scales.length) return;
    const room = Math.max(rows, Math.ceil(this.scales.length * 1.25), 256);
    const scales = new Float32Array(room);
    scales.set(this.scales);
    this.scales = scales;
    const missing = this.rowStart(room) + 4 * room - this.kernel.memory.buffer.byteLength;
    if (missing > 0) this.kernel.memory.grow(Math.ceil(missing / PAGE));
  }
}
