import { closeSync, fstatSync, openSync, readSync, renameSync, rmSync, writeSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { SnapshotError, SnapshotSink, SnapshotSource, Numbers } from '../../domain/index-snapshot.js';
import { VectorMatrix } from '../../../shared/infrastructure/vectors/vector-matrix.js';

/** First part of each file. Raise it with every change of the file format. */
const FORMAT = 'touchstone-index-3';
/** Length and checksum before each part. */
const PART_HEAD = 2;

function bytesOf({ buffer, byteOffset, byteLength }: NodeJS.ArrayBufferView): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

class FileSink implements SnapshotSink {
  constructor(private readonly file: number) {}

  numbers(part: Numbers): void {
    const bytes = bytesOf(part);
    this.write(bytesOf(Float64Array.of(bytes.length, crc32(bytes))));
    this.write(bytes);
  }

  /** Lengths, then all texts as UTF-16 units, so that any string is read back unchanged. */
  texts(part: readonly string[]): void {
    this.numbers(Uint32Array.from(part, (text) => text.length));
    this.numbers(Buffer.from(part.join(''), 'utf16le'));
  }

  private write(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length;) at += writeSync(this.file, bytes, at);
  }
}

class FileSource implements SnapshotSource {
  private readonly head = new Float64Array(PART_HEAD);
  private hasHead = false;
  private left: number;

  constructor(private readonly file: number) {
    this.left = fstatSync(file).size;
  }

  next(): number {
    if (!this.hasHead) this.read(bytesOf(this.head));
    this.hasHead = true;
    const [length = 0] = this.head;
    if (!(length >= 0 && length <= this.left)) throw new SnapshotError('it is not whole');
    return length;
  }

  numbers(into: Numbers): void {
    if (this.next() !== into.byteLength) throw new SnapshotError('a part has another length');
    const bytes = bytesOf(into);
    this.read(bytes);
    this.hasHead = false;
    if (crc32(bytes) !== this.head[1]) throw new SnapshotError('a part is damaged');
  }

  texts(): string[] {
    const lengths = new Uint32Array(this.next() / Uint32Array.BYTES_PER_ELEMENT);
    this.numbers(lengths);
    const units = Buffer.alloc(this.next());
    this.numbers(units);
    const all = units.toString('utf16le');
    let at = 0;
    return Array.from(lengths, (length) => all.slice(at, (at += length)));
  }

  private read(into: Uint8Array): void {
    if (into.length > this.left) throw new SnapshotError('it is not whole');
    this.left -= into.length;
    for (let at = 0; at < into.length;) {
      const count = readSync(this.file, into, at, into.length - at, null);
      if (count === 0) throw new SnapshotError('it is not whole');
      at += count;
    }
  }
}

/**
 * An index in a file, whose parts are checked as they are read. It contains only data of the store: if it is missing or
 * damaged, the index is built from the store, which takes longer.
 */
export class SnapshotFile {
  constructor(private readonly path: string) {}

  /**
   * Replaces the file in one step; it need not survive a power failure.
   * @param store name of the store
   * @throws if the folder is not writable; the previous file stays
   */
  write(store: string, save: (sink: SnapshotSink) => void): void {
    const unfinished = `${this.path}.unfinished`;
    try {
      const file = openSync(unfinished, 'w', 0o600);
      try {
        const sink = new FileSink(file);
        sink.texts([FORMAT, store]);
        save(sink);
      } finally {
        closeSync(file);
      }
      renameSync(unfinished, this.path);
    } catch (error) {
      rmSync(unfinished, { force: true });
      throw error;
    }
  }

  /**
   * @returns false if there is no file
   * @throws SnapshotError if it is damaged, of another store or of another version of the program, and whatever
   * `restore` throws
   */
  read(store: string, restore: (source: SnapshotSource) => void): boolean {
    const file = this.open();
    if (file === undefined) return false;
    try {
      const source = new FileSource(file);
      const [format, name] = source.texts();
      if (format !== FORMAT) throw new SnapshotError('another version of the program wrote it');
      if (name !== store) throw new SnapshotError('it is of another store');
      restore(source);
      return true;
    } finally {
      closeSync(file);
    }
  }

  /** Does nothing if there is no file, or if it cannot be removed. */
  remove(): void {
    try {
      rmSync(this.path, { force: true });
    } catch {
      // The next start rejects it too.
    }
  }

  private open(): number | undefined {
    try {
      return openSync(this.path, 'r');
    } catch {
      return undefined;
    }
  }
}

/** Writes the rows of a matrix into a snapshot. */
export function saveMatrix(matrix: VectorMatrix, sink: SnapshotSink): void {
  const { scales, bytes } = matrix.kept();
  sink.numbers(scales);
  sink.numbers(bytes);
}

/** Fills an empty matrix with the rows that `saveMatrix` wrote. @throws SnapshotError; discard the matrix then */
export function restoreMatrix(matrix: VectorMatrix, source: SnapshotSource): void {
  matrix.restore(source.next() / Float32Array.BYTES_PER_ELEMENT, ({ scales, bytes }) => {
    source.numbers(scales);
    source.numbers(bytes);
  });
}
