import iconv from 'iconv-lite';

const END = Buffer.from('PK\u0005\u0006', 'latin1');
const ENTRY = 0x02014b50;
const END_LENGTH = 22;
const LOCATOR = 0x07064b50;
const LOCATOR_LENGTH = 20;
const ENTRY_LENGTH = 46;
const ENCRYPTED = 1;
const FAULT = '\ufffd';

/** What the archive's directory says about an entry. */
export interface DirectoryEntry {
  readonly isEncrypted: boolean;
  /** CRC-32 of the content. */
  readonly checksum: number;
}

/** The entries of the archive's directory, in its order; of a damaged directory the readable ones. */
export function directoryOf(archive: Uint8Array): readonly DirectoryEntry[] {
  const bytes = Buffer.from(archive.buffer, archive.byteOffset, archive.byteLength);
  const entries: DirectoryEntry[] = [];
  const end = bytes.lastIndexOf(END);
  if (end === -1 || end + END_LENGTH > bytes.length) return entries;
  let at = startOf(bytes, end);
  while (at + ENTRY_LENGTH <= bytes.length && bytes.readUInt32LE(at) === ENTRY) {
    const isEncrypted = (bytes.readUInt16LE(at + 8) & ENCRYPTED) !== 0;
    entries.push({ isEncrypted, checksum: bytes.readUInt32LE(at + 16) });
    const lengths = bytes.readUInt16LE(at + 28) + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
    at += ENTRY_LENGTH + lengths;
  }
  return entries;
}

/** A large archive (ZIP64) says elsewhere where its directory starts. */
function startOf(bytes: Buffer, end: number): number {
  const locator = end - LOCATOR_LENGTH;
  if (locator < 0 || bytes.readUInt32LE(locator) !== LOCATOR) return bytes.readUInt32LE(end + 16);
  const record = bytes.readUInt32LE(locator + 8);
  return record + 52 <= bytes.length ? bytes.readUInt32LE(record + 48) : bytes.length;
}

/** A name for display: older programs write it in their own encoding, which was read as Latin-1. */
export function shownEntryName(name: string): string {
  if (!/[\u0080-\u00ff]/u.test(name) || /[^\u0000-\u00ff]/u.test(name)) return name;
  const bytes = Buffer.from(name, 'latin1');
  for (const encoding of ['utf8', 'cp949']) {
    const decoded = iconv.decode(bytes, encoding);
    if (!decoded.includes(FAULT)) return decoded;
  }
  return iconv.decode(bytes, 'cp437');
}
