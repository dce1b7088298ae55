import { randomBytes } from 'node:crypto';
import { onEveryStore } from '../../../test/support/every-store.js';
import { StoredDocuments } from '../../../test/support/stored-documents.js';
import { restrictedTo, UNRESTRICTED } from '../../shared/domain/category-filter.js';
import { PackedOriginal, PART_BYTES } from '../domain/original.js';
import { SqlOriginalStore, GzipOriginalPacker } from './sql-original-store.js';

const packer = new GzipOriginalPacker();

async function fileOf(name: string, bytes: Uint8Array): Promise<PackedOriginal> {
  return { name, mediaType: 'application/pdf', ...(await packer.pack(bytes)) };
}

onEveryStore('original files', 'main', (opened) => {
  const made = () => new SqlOriginalStore(opened().sql);
  const put = (documentId: string, original: PackedOriginal) =>
    opened().transaction.run(() => made().put(documentId, original));
  const read = async (documentId: string, filter = UNRESTRICTED) => {
    const original = await made().find(documentId, filter);
    return original === undefined ? undefined : Buffer.from(await packer.unpack(original));
  };
  beforeEach(async () => {
    const documents = new StoredDocuments(opened());
    await documents.put('a', ['Open']);
    await documents.put('b', ['Closed']);
  });

  it('are read back byte for byte, with one part, several and none, also after the store was opened again', async () => {
    // Random bytes cannot be compressed.
    for (const length of [0, 1, 1000, PART_BYTES, 3 * PART_BYTES + 17]) {
      const bytes = randomBytes(length);
      await put('a', await fileOf('규정 (1).pdf', bytes));
      await opened().restart();
      expect((await read('a'))?.equals(bytes)).toBe(true);
    }
    const file = await made().find('a', UNRESTRICTED);
    expect(file).toMatchObject({ name: '규정 (1).pdf', mediaType: 'application/pdf', byteLength: 3 * PART_BYTES + 17 });
  });

  it('are returned to callers that may see the document', async () => {
    await put('b', await fileOf('b.pdf', Buffer.from('secret')));
    expect(await read('b', restrictedTo([['Open']]))).toBeUndefined();
    expect((await read('b', restrictedTo([['Closed']])))?.toString()).toBe('secret');
  });

  it('are named among documents without a file', async () => {
    await put('b', await fileOf('b.pdf', Buffer.from('x')));
    expect([await made().kept(['a', 'b', 'c']), await made().kept([])]).toEqual([new Map([['b', 'b.pdf']]), new Map()]);
  });

  it('are deleted with all their parts, and stay if the unit of work fails', async () => {
    await put('a', await fileOf('a.pdf', randomBytes(2 * PART_BYTES)));
    const failing = opened().transaction.run(async () => {
      await made().remove('a');
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await read('a')).toHaveLength(2 * PART_BYTES);
    await opened().transaction.run(() => made().remove('a'));
    expect([await read('a'), await opened().number('SELECT count(*) FROM document_original_parts')]).toEqual([
      undefined,
      0,
    ]);
  });
});

describe('GzipOriginalPacker', () => {
  it('refuses bytes that differ from the packed file', async () => {
    const file = await fileOf('a.pdf', Buffer.from('one'));
    const { packed } = await fileOf('b.pdf', Buffer.from('two'));
    await expect(packer.unpack({ ...file, packed })).rejects.toThrow("The stored file 'a.pdf' has the hash");
  });
});
