import { draft, memoryDocuments } from '../../../test/support/memory-documents.js';
import { restrictedTo, UNRESTRICTED } from '../../shared/domain/category-filter.js';
import { DomainError } from '../../shared/domain/domain-error.js';

const TEXT = '제1조(보관) 잃어버린 물건은 55일 동안 보관한다.\n제2조(찾기) 물건을 찾는 사람은 신분증을 보인다.';
/** The same words with other spacing. */
const RETYPED = `\ufeff${TEXT.normalize('NFD').replace('\n', '\r\n\r\n  ').replace('55', '５５')}\n`;
const POTTERY = restrictedTo([['Pottery']]);

describe('a text that is stored already', () => {
  it('is stored again by default, and the answer names the others, oldest first', async () => {
    const { store, documents } = memoryDocuments();
    expect((await store.one(draft('a', TEXT), UNRESTRICTED)).duplicateOf).toEqual([]);
    expect(await store.one(draft('b', RETYPED, { title: 'Other' }), UNRESTRICTED)).toMatchObject({
      status: 'indexed',
      created: true,
      duplicateOf: ['a'],
      replaced: [],
    });
    expect((await store.one(draft('c', TEXT), UNRESTRICTED)).duplicateOf).toEqual(['a', 'b']);
    expect([...documents.kept.keys()]).toEqual(['a', 'b', 'c']);
    const hashes = new Set([...documents.kept.values()].map(({ contentHash }) => contentHash));
    expect(hashes.size).toBe(1);
  });

  it('is also reported for an unchanged document', async () => {
    const { store } = memoryDocuments();
    await store.storeAll([draft('a', TEXT), draft('b', TEXT)], UNRESTRICTED);
    const again = await store.storeAll([draft('b', TEXT), draft('a', TEXT)], UNRESTRICTED);
    expect(again).toMatchObject([
      { status: 'unchanged', duplicateOf: ['a'] },
      { status: 'unchanged', duplicateOf: ['b'] },
    ]);
  });

  it('is not a copy if one word differs', async () => {
    const { store } = memoryDocuments();
    await store.one(draft('a', TEXT), UNRESTRICTED);
    expect((await store.one(draft('b', TEXT.replace('55', '56')), UNRESTRICTED)).duplicateOf).toEqual([]);
  });

  it('is skipped on request: nothing is stored, and the answer is the existing document', async () => {
    const { store, documents, index } = memoryDocuments();
    const first = await store.one(draft('a', TEXT), UNRESTRICTED);
    const again = await store.one(draft('b', RETYPED, { onDuplicate: 'skip', canonicalPath: ['Glass'] }), UNRESTRICTED);
    expect(again).toEqual({ ...first, status: 'unchanged', created: false, duplicateOf: ['a'], replaced: [] });
    expect([[...documents.kept.keys()], [...index.written.keys()]]).toEqual([['a'], ['a']]);
    expect((await store.one(draft('c', 'Another text.', { onDuplicate: 'skip' }), UNRESTRICTED)).status).toBe(
      'indexed',
    );
  });

  it('is replaced on request: a document without an id takes over the id of the oldest copy, and the others are deleted', async () => {
    const { store, documents, index } = memoryDocuments();
    await store.storeAll([draft('a', TEXT), draft('b', TEXT), draft('c', 'Another text.')], UNRESTRICTED);
    const outcome = await store.one(
      draft(undefined, RETYPED, { title: 'New title', onDuplicate: 'replace' }),
      UNRESTRICTED,
    );
    expect(outcome).toMatchObject({ documentId: 'a', created: false, duplicateOf: ['a', 'b'], replaced: ['b'] });
    expect([...documents.kept.values()].map(({ documentId, title }) => [documentId, title])).toEqual([
      ['a', 'New title'],
      ['c', 'Kiln rules'],
    ]);
    expect([...index.written.keys()]).toEqual(['a', 'c']);
  });

  it('is replaced by a document with an id of its own', async () => {
    const { store, documents } = memoryDocuments();
    await store.storeAll([draft('a', TEXT), draft('b', TEXT)], UNRESTRICTED);
    const outcome = await store.one(draft('new', TEXT, { onDuplicate: 'replace' }), UNRESTRICTED);
    expect(outcome).toMatchObject({ documentId: 'new', created: true, replaced: ['a', 'b'] });
    expect([...documents.kept.keys()]).toEqual(['new']);
  });

  it('is neither reported, skipped nor replaced outside the paths of the key', async () => {
    const { store, documents } = memoryDocuments();
    await store.one(draft('secret', TEXT, { canonicalPath: ['Glass'] }), UNRESTRICTED);
    for (const onDuplicate of ['keep', 'skip', 'replace'] as const) {
      const outcome = await store.one(draft(`own-${onDuplicate}`, `${TEXT} ${onDuplicate}`), POTTERY);
      const copy = await store.one(draft('own', TEXT, { onDuplicate }), POTTERY);
      expect([outcome.duplicateOf, copy.documentId, copy.duplicateOf]).toEqual([[], 'own', []]);
      documents.kept.delete('own');
    }
    expect(documents.kept.has('secret')).toBe(true);
  });

  it('is detected within one batch, and each option applies to its own document', async () => {
    const { store, documents } = memoryDocuments();
    const results = await store.storeAll(
      [
        draft('a', TEXT),
        draft('b', RETYPED),
        draft('c', TEXT, { onDuplicate: 'skip' }),
        draft('d', TEXT, { onDuplicate: 'replace' }),
      ],
      UNRESTRICTED,
    );
    expect(results.map((r) => (r instanceof DomainError ? r.kind : [r.documentId, r.duplicateOf, r.replaced]))).toEqual(
      [
        ['a', [], []],
        ['b', ['a'], []],
        ['a', ['a', 'b'], []],
        ['d', ['a', 'b'], ['a', 'b']],
      ],
    );
    expect([...documents.kept.keys()]).toEqual(['d']);
  });

  it('is a different document if only the headings differ', async () => {
    const { store } = memoryDocuments();
    const headed = (...levels: number[]) =>
      draft('a', TEXT, { headings: levels.map((level, i) => ({ start: i, end: i + 3, level })) });
    const statusOf = async (...levels: number[]) => (await store.one(headed(...levels), UNRESTRICTED)).status;
    expect(await statusOf(1, 2)).toBe('indexed');
    expect(await statusOf(1, 2)).toBe('unchanged');
    expect(await statusOf(1, 1)).toBe('indexed');
    expect(await statusOf()).toBe('indexed');
    expect(await statusOf()).toBe('unchanged');
  });
});
