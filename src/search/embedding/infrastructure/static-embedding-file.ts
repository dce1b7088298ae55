import { createHash } from 'node:crypto';
import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gunzip, gunzipSync } from 'node:zlib';
import { inSlices, lastOf, Steps } from '../../../shared/domain/steps.js';
import {
  StaticEmbedding,
  type StaticEmbeddingContent,
  MeaningSource,
  TextMeaning,
} from '../domain/static-embedding/static-embedding.js';
import { Injectable } from '@nestjs/common';
import { projectRoot } from '../../../shared/infrastructure/configuration-folders.js';

/** `TSEM` in ASCII, little-endian. */
const MAGIC = 0x4d455354;
const VERSION = 1;
const HASH_BYTES = 32;
/** Magic, version, SHA-256 of the rest. */
const HEADER_BYTES = 8 + HASH_BYTES;
/** Dimensions, entries, bytes of the entries' texts. */
const SIZES_BYTES = 12;
/** Far above the file's 13 MB: a damaged or foreign file must not fill the memory. */
const MOST_BYTES = 64 * 1024 * 1024;
const MODEL_HASH_DIGITS = 12;

const unpack = promisify(gunzip);

/** The file is missing, damaged, or of another version. */
export class StaticEmbeddingFileError extends Error {
  constructor(file: string, reason: string, cause?: unknown) {
    super(
      `The static embedding '${file}' cannot be used: ${reason}. Restore the file, or make it again (.config/static-embedding).`,
      { cause },
    );
    this.name = 'StaticEmbeddingFileError';
  }
}

/** The file that comes with the program. */
export function staticEmbeddingFile(): string {
  return path.join(projectRoot(), 'data', 'models', 'static-embedding', 'ko-en.bin.gz');
}

/** Size of the unpacked file, in bytes: the last four bytes of a gzip file (RFC 1952, ISIZE). */
function unpackedSize(file: string): number {
  const handle = openSync(file, 'r');
  try {
    const size = Buffer.alloc(4);
    const { size: length } = fstatSync(handle);
    return readSync(handle, size, 0, 4, Math.max(0, length - 4)) === 4 ? size.readUInt32LE(0) : 0;
  } finally {
    closeSync(handle);
  }
}

let room: SharedArrayBuffer | undefined;

/**
 * Memory for the vectors of the program's static embedding, the same at each call: given to other threads, they hold the
 * vectors once for the process. Each thread writes all values before it uses them, and all write the same ones, so that
 * none has to wait for another. Pages that nobody wrote take no memory.
 * @returns undefined if the file cannot be read; whoever loads it says why
 */
export function sharedVectors(): SharedArrayBuffer | undefined {
  try {
    return (room ??= new SharedArrayBuffer(Math.min(unpackedSize(staticEmbeddingFile()), MOST_BYTES)));
  } catch {
    return undefined;
  }
}

export interface ReadOptions {
  /** Path; by default that of the program's embedding. */
  readonly file?: string;
  /** Memory for the vectors, used if it is large enough. */
  readonly vectors?: SharedArrayBuffer | undefined;
}

/**
 * Reads and checks a static embedding, in slices between which other work can run; takes about 0.2 s of processor time
 * and 15 MB of memory, so read it once.
 * @throws StaticEmbeddingFileError if the file cannot be read or its content was changed
 */
export async function readStaticEmbedding({
  file = staticEmbeddingFile(),
  vectors,
}: ReadOptions = {}): Promise<StaticEmbedding> {
  try {
    const bytes = await unpack(await readFile(file), { maxOutputLength: MOST_BYTES });
    return await inSlices(embeddingOf(file, bytes, vectors));
  } catch (error) {
    throw asFileError(file, error);
  }
}

/**
 * The same synchronously, for a thread that no request waits for.
 * @throws StaticEmbeddingFileError
 */
export function readStaticEmbeddingSync({ file = staticEmbeddingFile(), vectors }: ReadOptions = {}): StaticEmbedding {
  try {
    return lastOf(embeddingOf(file, gunzipSync(readFileSync(file), { maxOutputLength: MOST_BYTES }), vectors));
  } catch (error) {
    throw asFileError(file, error);
  }
}

function asFileError(file: string, error: unknown): StaticEmbeddingFileError {
  if (error instanceof StaticEmbeddingFileError) return error;
  return new StaticEmbeddingFileError(file, error instanceof Error ? error.message : String(error), error);
}

function* embeddingOf(file: string, bytes: Buffer, vectors: SharedArrayBuffer | undefined): Steps<StaticEmbedding> {
  if (bytes.length < HEADER_BYTES + SIZES_BYTES || bytes.readUInt32LE(0) !== MAGIC)
    throw new StaticEmbeddingFileError(file, 'it is not a static embedding');
  const version = bytes.readUInt32LE(4);
  if (version !== VERSION) throw new StaticEmbeddingFileError(file, `its version is ${version}, not ${VERSION}`);
  const body = bytes.subarray(HEADER_BYTES);
  const hash = createHash('sha256').update(body).digest();
  if (!hash.equals(bytes.subarray(8, HEADER_BYTES)))
    throw new StaticEmbeddingFileError(file, 'its content does not match its checksum');
  yield;
  const content = yield* contentOf(body, vectors);
  if (content === undefined) throw new StaticEmbeddingFileError(file, 'its sizes do not match its content');
  yield;
  const name = hash.toString('hex').slice(0, MODEL_HASH_DIGITS);
  return new StaticEmbedding(`static-ko-en-${content.vectors.width}-${name}`, content);
}

/** @returns undefined if the sizes at the start do not fit the bytes */
function* contentOf(body: Buffer, vectors: SharedArrayBuffer | undefined): Steps<StaticEmbeddingContent | undefined> {
  const width = body.readUInt32LE(0);
  const count = body.readUInt32LE(4);
  const costsAt = SIZES_BYTES + body.readUInt32LE(8);
  const scalesAt = costsAt + count;
  const valuesAt = scalesAt + 4 * count;
  if (width === 0 || count === 0 || valuesAt + width * count !== body.length) return undefined;
  const entries = body.toString('utf8', SIZES_BYTES, costsAt).split('\n');
  if (entries.pop() !== '' || entries.length !== count) return undefined;
  const scales = new Float32Array(count);
  for (let r = 0; r < count; r++) scales[r] = body.readFloatLE(scalesAt + 4 * r);
  yield;
  const size = width * count;
  const values =
    vectors !== undefined && vectors.byteLength >= size ? new Int8Array(vectors, 0, size) : new Int8Array(size);
  yield* rowByRow(body.subarray(valuesAt), values, count);
  return { entries, costs: Uint8Array.from(body.subarray(costsAt, scalesAt)), vectors: { width, values, scales } };
}

/** The file stores the values dimension by dimension, which compresses better; a text's vector adds up rows. */
function* rowByRow(columns: Buffer, values: Int8Array, count: number): Steps<void> {
  const width = values.length / count;
  for (let k = 0; k < width; k++) {
    for (let r = 0; r < count; r++) values[r * width + k] = columns[k * count + r] ?? 0;
    yield;
  }
}

/** Several instances of the program may run in one process, as in tests: they share one read of the file. */
let read: Promise<TextMeaning> | undefined;

/** The static embedding that comes with the program. */
@Injectable()
export class ShippedMeaning extends MeaningSource {
  load(): Promise<TextMeaning> {
    return (read ??= readStaticEmbedding({ vectors: sharedVectors() }));
  }
}
