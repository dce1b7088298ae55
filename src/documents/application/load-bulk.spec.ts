import { draft, memoryDocuments } from '../../../test/support/memory-documents.js';
import { restrictedTo, UNRESTRICTED } from '../../shared/domain/category-filter.js';
import { InvalidInputError } from '../../shared/domain/domain-error.js';
import { BulkLine, LoadBulk } from './load-bulk.js';

async function* stream(drafts: readonly BulkLine['draft'][]): AsyncGenerator<BulkLine> {
  for (const [i, given] of drafts.entries()) {
    await Promise.resolve();
    yield { line: i + 1, draft: given };
  }
}

const bad = () => new InvalidInputError([{ pointer: '/title', detail: 'is missing' }]);
const good = (n: number) => draft(`d${n}`, `Rule ${n} of the kiln.`);
const invisible = (id: string) => draft(id, '<p> </p>', { contentType: 'text/html' });
const range = (n: number) => Array.from({ length: n }, (_, i) => i);

describe('LoadBulk', () => {
  it('stores every document of the stream and counts those that have not changed', async () => {
    const { store, documents } = memoryDocuments();
    const bulk = new LoadBulk(store);
    expect(await bulk.load(stream(range(300).map(good)), UNRESTRICTED)).toEqual({
      indexed: 300,
      unchanged: 0,
      failed: 0,
      duplicates: 0,
      errors: [],
    });
    expect(documents.kept.size).toBe(300);
    expect(await bulk.load(stream([...range(300).map(good), good(300)]), UNRESTRICTED)).toMatchObject({
      indexed: 1,
      unchanged: 300,
    });
  });

  it('counts nothing for an empty stream', async () => {
    const { store } = memoryDocuments();
    expect(await new LoadBulk(store).load(stream([]), UNRESTRICTED)).toEqual({
      indexed: 0,
      unchanged: 0,
      failed: 0,
      duplicates: 0,
      errors: [],
    });
  });

  it('rejects only the line that is not a document, with its number and reason', async () => {
    const { store, documents } = memoryDocuments();
    const outcome = await new LoadBulk(store).load(stream([good(1), bad(), good(2)]), UNRESTRICTED);
    expect(outcome).toEqual({
      indexed: 2,
      unchanged: 0,
      failed: 1,
      duplicates: 0,
      errors: [{ line: 2, documentId: undefined, detail: '/title: is missing' }],
    });
    expect([...documents.kept.keys()]).toEqual(['d1', 'd2']);
  });

  it('rejects only the document that cannot be prepared', async () => {
    const { store, documents } = memoryDocuments();
    const lines = [good(1), invisible('x'), good(2), invisible('y')];
    const outcome = await new LoadBulk(store).load(stream(lines), UNRESTRICTED);
    expect(outcome).toMatchObject({ indexed: 2, failed: 2 });
    expect(outcome.errors).toMatchObject([
      { line: 2, documentId: 'x', detail: '/text: holds no visible text' },
      { line: 4, documentId: 'y' },
    ]);
    expect([...documents.kept.keys()]).toEqual(['d1', 'd2']);
  });

  it('rejects only the document outside the paths of the key', async () => {
    const { store, documents } = memoryDocuments();
    const outside = draft('glass', 'Glass melts.', { canonicalPath: ['Glass'] });
    const filter = restrictedTo([['Pottery']]);
    const outcome = await new LoadBulk(store).load(stream([outside, good(1)]), filter);
    expect(outcome).toMatchObject({ indexed: 1, failed: 1, errors: [{ line: 1, documentId: 'glass' }] });
    expect([...documents.kept.keys()]).toEqual(['d1']);
  });

  it('counts 150 bad lines and reports the first 100', async () => {
    const { store } = memoryDocuments();
    const outcome = await new LoadBulk(store).load(stream([...range(150).map(bad), good(1)]), UNRESTRICTED);
    expect(outcome).toMatchObject({ indexed: 1, failed: 150 });
    expect(outcome.errors.map((e) => e.line)).toEqual(range(100).map((i) => i + 1));
  });

  it('shares one transaction among many small documents, and not among large ones', async () => {
    const small = memoryDocuments();
    await new LoadBulk(small.store).load(stream(range(30).map(good)), UNRESTRICTED);
    expect(small.transaction.count).toBe(1);
    const large = memoryDocuments();
    const text = 'The kiln fires at night. '.repeat(20_000);
    await new LoadBulk(large.store).load(stream(range(3).map((i) => draft(`d${i}`, text))), UNRESTRICTED);
    expect(large.transaction.count).toBe(3);
  });

  it('stops at an error that does not come from the document', async () => {
    const { store, documents } = memoryDocuments();
    documents.put = () => Promise.reject(new Error('disk full'));
    await expect(new LoadBulk(store).load(stream([good(1)]), UNRESTRICTED)).rejects.toThrow('disk full');
  });

  it('keeps what was stored before the stream ended with an error, batch by batch', async () => {
    const { store, documents } = memoryDocuments();
    async function* broken(): AsyncGenerator<BulkLine> {
      yield* stream(range(190).map(good));
      throw new Error('connection reset');
    }
    await expect(new LoadBulk(store).load(broken(), UNRESTRICTED)).rejects.toThrow('connection reset');
    expect(documents.kept.size).toBeGreaterThan(0);
    expect(documents.kept.size).toBeLessThan(190);
  });
});
