import iconv from 'iconv-lite';

const END = Buffer.from('PK\u0005\u0006', 'latin1');
const ENTRY = 0x02014b50;
const END_LENGTH = 22;
const ENTRY_LENGTH = 46;
const ENCRYPTED = 1;
const FAULT = '\ufffd';

/** Names of the entries that need a password, from the archive's directory; of a damaged directory the readable ones. */
export function encryptedNames(archive: Uint8Array): ReadonlySet<string> {
  const bytes = Buffer.from(archive.buffer, archive.byteOffset, archive.byteLength);
  const names = new Set<string>();
  const end = bytes.lastIndexOf(END);
  if (end === -1 || end + END_LENGTH > bytes.length) return names;
  let at = bytes.readUInt32LE(end + 16);
  while (at + ENTRY_LENGTH <= bytes.length && bytes.readUInt32LE(at) === ENTRY) {
    const flags = bytes.readUInt16LE(at + 8);
    const length = bytes.readUInt16LE(at + 28);
    const isUtf8 = (flags & 0x800) !== 0;
    const name = bytes.subarray(at + ENTRY_LENGTH, at + ENTRY_LENGTH + length).toString(isUtf8 ? 'utf8' : 'latin1');
    if ((flags & ENCRYPTED) !== 0) names.add(name);
    at += ENTRY_LENGTH + length + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return names;
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
