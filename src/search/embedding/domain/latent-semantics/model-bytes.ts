import { ByteReader } from './byte-reader.js';
import { ByteWriter } from './byte-writer.js';
import { LatentSemanticModel, ModelContent } from './latent-semantic-model.js';
import { VectorSpace } from '../vector-space.js';

function rotate(x: number, by: number): number {
  return (x << by) | (x >>> (32 - by));
}

/** Final mixing of MurmurHash3 (Appleby 2011, public domain): each bit of the input turns about half of the output. */
function finish(hash: number): number {
  let h = hash;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/**
 * 64 bits of a content as 16 hexadecimal digits: two 32-bit lanes in the manner of MurmurHash3, with different
 * constants. It distinguishes contents and detects damage; it does not resist an attacker who searches for collisions.
 */
export function contentHash(bytes: Uint8Array): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const whole = bytes.length - (bytes.length % 4);
  let a = 0x9747b28c;
  let b = 0x3c6ef372;
  const mix = (word: number): void => {
    a = Math.imul(rotate(a ^ Math.imul(rotate(Math.imul(word, 0xcc9e2d51), 15), 0x1b873593), 13), 5) + 0xe6546b64;
    b = Math.imul(rotate(b ^ Math.imul(rotate(Math.imul(word, 0x239b961b), 16), 0xab0e9789), 17), 9) + 0x561ccd1b;
  };
  for (let at = 0; at < whole; at += 4) mix(view.getUint32(at, true));
  for (let at = whole; at < bytes.length; at++) mix(bytes[at] ?? 0);
  return [finish(a ^ bytes.length), finish(b ^ bytes.length)].map((h) => h.toString(16).padStart(8, '0')).join('');
}

/** `TLSA` in ASCII, little-endian. */
const MAGIC = 0x41534c54;
const VERSION = 1;
/** Magic, version, and the hash of the content in two words. */
const HEADER_BYTES = 4 * 4;
/** Passages, rank, width, terms, UTF-16 units of all terms together; then the share of unknown words in 8 bytes. */
const SIZES_BYTES = 5 * 4 + 8;

/** The bytes are not a complete model of this version. */
export class ModelBytesError extends Error {
  constructor(reason: string) {
    super(`These bytes are not a semantic model: ${reason}`);
    this.name = 'ModelBytesError';
  }
}

interface Sizes {
  readonly width: number;
  readonly terms: number;
  readonly units: number;
}

/** Bytes after the header. A term takes 4 of length, 4 of idf, 4 of scale, its vector, and its letters. */
function contentBytes({ width, terms, units }: Sizes): number {
  return SIZES_BYTES + terms * (12 + width) + 2 * units;
}

function writeContent(writer: ByteWriter, { fittedOn, rank, terms, ...content }: ModelContent, sizes: Sizes): void {
  writer.uint32(fittedOn, rank, sizes.width, sizes.terms, sizes.units);
  writer.float64(content.unknownTermShare);
  for (const term of terms) writer.uint32(term.length);
  for (const term of terms) writer.text(term);
  writer.float32s(content.idf);
  writer.float32s(content.vectors.scales);
  writer.int8s(content.vectors.values);
}

function sizesOf({ terms, vectors }: ModelContent): Sizes {
  return { width: vectors.width, terms: terms.length, units: terms.reduce((sum, term) => sum + term.length, 0) };
}

/** Bytes that were encoded to name a model, until they are requested: encoding twice would double the memory. */
const encoded = new WeakMap<ModelContent, Uint8Array>();

/** The model of a content, with an id derived from it: the same content always has the same id. */
export function nameModel(content: ModelContent): LatentSemanticModel {
  const { bytes, hash } = encode(content);
  encoded.set(content, bytes);
  return new LatentSemanticModel(modelId(content.vectors.width, hash), content);
}

function modelId(width: number, hash: string): string {
  return `builtin-lsa-${width}-${hash}`;
}

/** Header and content in one piece: a large model takes 15 MB. */
function encode(content: ModelContent): { readonly bytes: Uint8Array; readonly hash: string } {
  const sizes = sizesOf(content);
  const bytes = new Uint8Array(HEADER_BYTES + contentBytes(sizes));
  const body = bytes.subarray(HEADER_BYTES);
  writeContent(new ByteWriter(body), content, sizes);
  const hash = contentHash(body);
  new ByteWriter(bytes).uint32(MAGIC, VERSION, ...hashWords(hash));
  return { bytes, hash };
}

/** @returns a versioned header with a hash of the rest, and the content, little-endian (about 270 bytes a term) */
export function serialiseModel({ content }: LatentSemanticModel): Uint8Array {
  const bytes = encoded.get(content) ?? encode(content).bytes;
  // They belong to the caller now, who may transfer them.
  encoded.delete(content);
  return bytes;
}

function hashWords(hash: string): number[] {
  return [Number.parseInt(hash.slice(0, 8), 16), Number.parseInt(hash.slice(8), 16)];
}

/**
 * Reads the model that `serialiseModel` wrote.
 * @throws ModelBytesError for bytes of another kind or version, truncated or damaged
 */
export function deserialiseModel(bytes: Uint8Array): LatentSemanticModel {
  const header = new ByteReader(bytes);
  if (bytes.length < HEADER_BYTES + SIZES_BYTES || header.uint32() !== MAGIC)
    throw new ModelBytesError('they do not begin as one.');
  const version = header.uint32();
  if (version !== VERSION)
    throw new ModelBytesError(`they have version ${version}, and this program reads ${VERSION}.`);
  const content = bytes.subarray(HEADER_BYTES);
  const reader = new ByteReader(content);
  const [fittedOn, rank, width, terms, units] = [
    reader.uint32(),
    reader.uint32(),
    reader.uint32(),
    reader.uint32(),
    reader.uint32(),
  ];
  const expected = contentBytes({ width, terms, units });
  if (content.length !== expected)
    throw new ModelBytesError(`${expected} bytes should follow the header, and ${content.length} do.`);
  const hash = contentHash(content);
  if (hashWords(hash).some((word) => word !== header.uint32()))
    throw new ModelBytesError('the content does not match its hash.');
  const unknownTermShare = reader.float64();
  const lengths = Array.from({ length: terms }, () => reader.uint32());
  const model: ModelContent = {
    fittedOn,
    rank,
    unknownTermShare,
    terms: lengths.map((length) => reader.text(length)),
    idf: reader.float32s(terms),
    vectors: { width, scales: reader.float32s(terms), values: reader.int8s(terms * width) },
  };
  return new LatentSemanticModel(modelId(width, hash), model);
}

/** Parses the space of a fitted embedding from its stored bytes. @throws ModelBytesError */
export function readLatentSpace(bytes: Uint8Array): VectorSpace {
  const model = deserialiseModel(bytes);
  return {
    model: model.id,
    dimensions: model.dimensions,
    unknownTermShareAtFit: model.content.unknownTermShare,
    embed: (terms) => model.foldIn(terms),
    rowOf: (term) => model.rowOf(term),
    embedRows: (rows, counts) => model.foldInRows(rows, counts),
  };
}
