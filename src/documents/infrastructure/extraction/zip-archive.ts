import { crc32 } from 'node:zlib';
import { unzipSync } from 'fflate';
import { UnreadableFileError } from '../../domain/text-extractor.js';
import { damagedFile } from './damaged-file.js';
import { EXTRACTION_LIMITS } from './extraction-limits.js';
import { type DirectoryEntry, directoryOf } from './zip-names.js';

interface ZipEntry extends Partial<DirectoryEntry> {
  readonly name: string;
  /** Bytes of content, according to the archive's directory. */
  readonly originalSize: number;
}

/** An opened archive: its directory is read and within bounds, nothing is inflated yet. */
export class ZipArchive {
  private constructor(
    private readonly bytes: Uint8Array,
    private readonly entries: ReadonlyMap<string, ZipEntry>,
  ) {}

  /** @throws UnreadableFileError for a damaged archive, for one with two files of one name, and for one that inflates to more than a document would */
  static open(bytes: Uint8Array): ZipArchive {
    const directory = directoryOf(bytes);
    const entries = new Map<string, ZipEntry>();
    let count = 0;
    let total = 0;
    unzip(bytes, (entry) => {
      const { name, originalSize } = entry;
      const listed = directory[count];
      count += 1;
      total += originalSize;
      refuseBomb(count, total, entry);
      if (entries.has(name) && !name.endsWith('/'))
        throw new UnreadableFileError(`its archive holds two files named ${name}; pack it again with one of them`);
      entries.set(name, { ...listed, name, originalSize });
      return false;
    });
    return new ZipArchive(bytes, entries);
  }

  get names(): readonly string[] {
    return [...this.entries.keys()];
  }

  needsPassword(name: string): boolean {
    return this.entries.get(name)?.isEncrypted === true;
  }

  /** Bytes of an entry's content, according to the archive's directory. */
  sizeOf(name: string): number {
    return this.entries.get(name)?.originalSize ?? 0;
  }

  /**
   * Inflated content of the requested entries. fflate inflates into an array of the size in the directory and drops the rest. So the limits
   * that `open` checks hold even if the directory is wrong; what was dropped or changed differs from the checksum.
   * @throws UnreadableFileError naming the entry
   */
  read(wanted: (name: string) => boolean): ReadonlyMap<string, Uint8Array> {
    const contents = new Map(Object.entries(unzip(this.bytes, (entry) => wanted(entry.name))));
    for (const { name, originalSize, checksum } of this.entries.values()) {
      if (!wanted(name)) continue;
      const content = contents.get(name);
      if (content?.length !== originalSize)
        throw new UnreadableFileError(`the zip archive is damaged (${name} has not the size that its directory says)`);
      if (checksum !== undefined && crc32(content) !== checksum)
        throw new UnreadableFileError(`the zip archive is damaged (${name} has not the checksum of its directory)`);
    }
    return contents;
  }
}

function unzip(
  bytes: Uint8Array,
  filter: (entry: ZipEntry & { readonly size: number }) => boolean,
): Record<string, Uint8Array> {
  try {
    return unzipSync(bytes, { filter });
  } catch (error) {
    throw damagedFile('zip archive', error);
  }
}

function refuseBomb(count: number, total: number, entry: ZipEntry & { readonly size: number }): void {
  const { zipEntries, zipTotalBytes, zipRatio, zipRatioFromBytes } = EXTRACTION_LIMITS;
  if (count > zipEntries) throw new UnreadableFileError(`its archive has more than ${zipEntries} entries`);
  if (total > zipTotalBytes)
    throw new UnreadableFileError(`its archive inflates to more than ${zipTotalBytes / 1_000_000} MB`);
  if (entry.originalSize > zipRatioFromBytes && entry.originalSize > zipRatio * entry.size) {
    throw new UnreadableFileError(`its archive holds an entry packed more than ${zipRatio} to 1`);
  }
}
