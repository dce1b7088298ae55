import { UnreadableFileError } from '../../domain/text-extractor.js';
import { zip } from '../../../../test/support/office-files.js';
import { ZipArchive } from './zip-archive.js';

/** Distance from the start of an entry in the directory to the size of its content. */
const SIZE_IN_DIRECTORY = 24;

describe('ZipArchive', () => {
  it('lists names and inflates only the requested entries', () => {
    const archive = ZipArchive.open(zip({ 'a.xml': '<a/>', 'b.png': 'picture' }));
    expect(archive.names).toEqual(['a.xml', 'b.png']);
    expect([...archive.read((name) => name.endsWith('.xml'))]).toEqual([
      ['a.xml', new Uint8Array(Buffer.from('<a/>'))],
    ]);
  });

  it('refuses more than 10,000 entries', () => {
    const entries = (count: number): Uint8Array =>
      zip(Object.fromEntries(Array.from({ length: count }, (_, index) => [`${index}`, ''])), 0);
    expect(() => ZipArchive.open(entries(10_001))).toThrow('more than 10000 entries');
    expect(ZipArchive.open(entries(10_000)).names).toHaveLength(10_000);
  });

  it('refuses an entry of more than 20 MB that is packed more than 200 to 1, without inflating it', () => {
    const bomb = zip({ 'word/document.xml': new Uint8Array(20_000_001) }, 9);
    expect(() => ZipArchive.open(bomb)).toThrow('packed more than 200 to 1');
    expect(ZipArchive.open(zip({ 'word/document.xml': new Uint8Array(20_000_000) }, 9)).names).toHaveLength(1);
  });

  it('refuses contents of more than 200 MB in total, according to the directory', () => {
    const entries = Object.fromEntries(Array.from({ length: 11 }, (_, index) => [`${index}`, 'x']));
    expect(() => ZipArchive.open(sayingSize(zip(entries, 0), 19_000_000))).toThrow('more than 200 MB');
  });

  it('inflates no more than the size in the directory, and refuses a directory with too large a size', () => {
    const packed = zip({ a: 'x'.repeat(100_000) });
    expect(
      ZipArchive.open(sayingSize(packed, 100))
        .read(() => true)
        .get('a'),
    ).toHaveLength(100);
    expect(() => ZipArchive.open(sayingSize(packed, 200_000)).read(() => true)).toThrow('has not the size');
  });

  it.each([['PK\u0003\u0004 broken'], [''], ['PK\u0005\u0006'.padEnd(40, '\u00ff')]])(
    'refuses %j as damaged',
    (content) => {
      expect(() => ZipArchive.open(Buffer.from(content, 'latin1'))).toThrow(UnreadableFileError);
    },
  );
});

/** The archive with another content size in every entry of its directory. */
function sayingSize(archive: Uint8Array, size: number): Uint8Array {
  const bytes = Buffer.from(archive);
  for (let at = bytes.indexOf('PK\u0001\u0002'); at >= 0; at = bytes.indexOf('PK\u0001\u0002', at + 4))
    bytes.writeUInt32LE(size, at + SIZE_IN_DIRECTORY);
  return bytes;
}
