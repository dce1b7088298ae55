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

  it('refuses an entry by its name that has not the size or the checksum of the directory', () => {
    const packed = zip({ 'a.txt': 'x'.repeat(100_000) });
    const read = (bytes: Uint8Array) => () => ZipArchive.open(bytes).read(() => true);
    expect(read(sayingSize(packed, 100))).toThrow('a.txt has not the checksum');
    expect(read(sayingSize(packed, 200_000))).toThrow('a.txt has not the size');
    const stored = zip({ 'fee.txt': '수수료는 100원', 'b.txt': 'b' }, 0);
    expect(read(replaced(stored, '100', '900'))).toThrow('fee.txt has not the checksum');
    const other = ZipArchive.open(replaced(stored, '100', '900')).read((name) => name === 'b.txt');
    expect([...other.keys()]).toEqual(['b.txt']);
  });

  it('refuses two files of one name, and loses none with the name of a member of objects', () => {
    const two = zip({ 'a.txt': 'first', 'b.txt': 'second' });
    expect(() => ZipArchive.open(replaced(two, 'b.txt', 'a.txt'))).toThrow('two files named a.txt');
    const odd = ZipArchive.open(replaced(zip({ '--proto--': 'ten', constructor: 'c' }), '--proto--', '__proto__'));
    expect([...odd.read((name) => name === 'constructor').keys()]).toEqual(['constructor']);
    expect(() => odd.read((name) => name === '__proto__')).toThrow('__proto__');
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

/** The archive with other bytes of the same number wherever these are. */
function replaced(archive: Uint8Array, from: string, to: string): Uint8Array {
  return Buffer.from(Buffer.from(archive).toString('latin1').replaceAll(from, to), 'latin1');
}
