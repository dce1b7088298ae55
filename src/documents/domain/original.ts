import { CategoryFilter } from '../../shared/domain/category-filter.js';

/** An uploaded file, without its bytes. */
export interface OriginalFile {
  /** Name from the sender, without folders. */
  readonly name: string;
  readonly mediaType: string;
  /** Length of the uploaded file. */
  readonly byteLength: number;
  /** Hash of the uploaded file, hexadecimal. */
  readonly sha256: string;
}

/** A stored uploaded file. */
export interface PackedOriginal extends OriginalFile {
  readonly packed: Uint8Array;
}

/** Port: packs files for the store. */
export abstract class OriginalPacker {
  abstract pack(bytes: Uint8Array): Promise<Pick<PackedOriginal, 'byteLength' | 'sha256' | 'packed'>>;
  /** @throws Error when the stored bytes differ from the packed ones */
  abstract unpack(original: PackedOriginal): Promise<Uint8Array>;
}

/** Port: stores uploaded files. Writes happen inside the Transaction that writes the document. */
export abstract class OriginalStore {
  /** The file of a document inside the filter; undefined when there is none. */
  abstract find(documentId: string, filter: CategoryFilter): Promise<PackedOriginal | undefined>;
  /** The names of the stored files of these documents, by the ids of those that have one. */
  abstract kept(documentIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Replaces the stored file of the document. */
  abstract put(documentId: string, original: PackedOriginal): Promise<void>;
  abstract remove(documentId: string): Promise<void>;
}

/** Bytes of a part; several parts are read at once when a store is copied. */
export const PART_BYTES = 512 * 1024;

/** Splits a packed file into the parts that a store keeps. */
export function* partsOf({ packed }: PackedOriginal): Generator<Uint8Array> {
  for (let from = 0; from < packed.length; from += PART_BYTES) yield packed.subarray(from, from + PART_BYTES);
}

/** @param parts in order */
export function joinParts(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
