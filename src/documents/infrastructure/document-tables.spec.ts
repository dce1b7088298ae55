import { onEveryStore } from '../../../test/support/every-store.js';
import { CategoryFilter, memberOf, restrictedTo, UNRESTRICTED } from '../../shared/domain/category-filter.js';
import { CategoryPathRegistry } from '../../shared/infrastructure/database/category-path-registry.js';
import { DocumentStore, StoredDocument } from '../domain/document.js';
import { decodePlace, DocumentOrder, DocumentSelection, DocumentSort } from '../domain/document-table.js';
import { PostgresDocumentStore } from './postgres-document-store.js';
import { SqlDocumentTable } from './sql-document-table.js';
import { SqliteDocumentStore } from './sqlite-document-store.js';

const documentOf = (documentId: string, more: Partial<StoredDocument> = {}): StoredDocument => ({
  documentId,
  title: documentId,
  text: `Text of ${documentId}.`,
  contentType: 'text/plain',
  canonicalPath: ['Rules'],
  sourceUrl: null,
  date: null,
  version: null,
  effectiveFrom: null,
  effectiveTo: null,
  metadata: {},
  groups: [],
  contentHash: `hash ${documentId}`,
  chunks: 1,
  createdAt: '2025-01-01T00:00:00.000Z',
  updatedAt: '2025-01-01T00:00:00.000Z',
  ...more,
});

onEveryStore('the table of documents', 'main', (opened) => {
  const put = async (...documents: StoredDocument[]) => {
    const store = opened().make<DocumentStore>(
      (db) => new SqliteDocumentStore(db, new CategoryPathRegistry(db)),
      (db) => new PostgresDocumentStore(db),
    );
    await opened().transaction.run(async () => {
      for (const each of documents) await store.put({ fingerprint: 'print', sketch: '-', ...each });
    });
  };
  const all: DocumentSelection = { filter: UNRESTRICTED, path: undefined, day: '2026-03-02' };
  const page = (
    more: Partial<DocumentSelection> = {},
    order: Partial<DocumentOrder> = {},
    rows: { cursor?: string; limit?: number } = {},
  ) => {
    const by: DocumentOrder = { sort: 'title', direction: 'ascending', ...order };
    const after = decodePlace(by, rows.cursor);
    return new SqlDocumentTable(opened().sql).page({ ...all, ...more }, by, { after, limit: rows.limit ?? 100 });
  };
  const ids = async (...asked: Parameters<typeof page>) =>
    (await page(...asked)).items.map(({ documentId }) => documentId);
  const sorted = (sort: DocumentSort) => ids({}, { sort });

  it('is sorted by titles without case, numbers by their value, equal ones by id', async () => {
    await put(
      documentOf('1', { title: '제10조' }),
      documentOf('2', { title: '제9조' }),
      documentOf('3', { title: 'beta' }),
      documentOf('5', { title: 'Alpha' }),
      documentOf('4', { title: 'alpha' }),
      documentOf('6', { title: 'Gamma' }),
    );
    expect(await sorted('title')).toEqual(['4', '5', '3', '6', '2', '1']);
    expect(await ids({}, { direction: 'descending' })).toEqual(['1', '2', '6', '3', '5', '4']);
  });

  it('is sorted by each other column', async () => {
    await put(
      documentOf('a', { canonicalPath: ['B'], chunks: 10, date: '2025-01-01', metadata: { source: 'Zeta' } }),
      documentOf('b', { canonicalPath: ['A', 'X'], chunks: 9, version: '2024', sourceUrl: 'https://me@b.org:81/x?y' }),
      documentOf('c', {
        canonicalPath: ['A'],
        effectiveFrom: '2025-01-01',
        metadata: { source: 7, z: '\u0000\ud800' },
      }),
      documentOf('d', { canonicalPath: ['A b'], chunks: 100, updatedAt: '2024-01-01T00:00:00.000Z' }),
    );
    expect(await sorted('category')).toEqual(['c', 'b', 'd', 'a']);
    expect(await sorted('chunks')).toEqual(['c', 'b', 'a', 'd']);
    expect(await sorted('edition')).toEqual(['c', 'd', 'b', 'a']);
    expect(await sorted('effective_from')).toEqual(['a', 'b', 'd', 'c']);
    expect(await sorted('source')).toEqual(['c', 'd', 'b', 'a']);
    expect(await sorted('updated')).toEqual(['d', 'a', 'b', 'c']);
    expect(await ids({ source: 'B.ORG:81' })).toEqual(['b']);
    expect(await ids({ source: 'me' })).toEqual([]);
    expect(await ids({ source: 'zet' })).toEqual(['a']);
  });

  it('is limited to documents that are in force, will be, were, or have no dates', async () => {
    await put(
      documentOf('always'),
      documentOf('begun', { effectiveFrom: '2026-03-02' }),
      documentOf('whole', { effectiveFrom: '2026-01-01', effectiveTo: '2026-03-02' }),
      documentOf('ending', { effectiveTo: '2026-03-02' }),
      documentOf('next', { effectiveFrom: '2026-03-03', effectiveTo: '2026-04-01' }),
      documentOf('over', { effectiveTo: '2026-03-01' }),
    );
    expect(await ids({ force: 'current' })).toEqual(['begun', 'ending', 'whole']);
    expect(await ids({ force: 'future' })).toEqual(['next']);
    expect(await ids({ force: 'past' })).toEqual(['over']);
    expect(await ids({ force: 'always' })).toEqual(['always']);
    expect(await ids({ force: 'past', day: '2027-01-01' })).toEqual(['ending', 'next', 'over', 'whole']);
  });

  it('is limited by edition, span, ids, copies and category', async () => {
    await put(
      documentOf('a', { version: '2025 판', date: '2025-03-01', contentHash: 'same' }),
      documentOf('b', { effectiveFrom: '2025-03-02', contentHash: 'same', canonicalPath: ['Rules', 'Leave'] }),
      documentOf('c', { updatedAt: '2025-03-03T23:00:00.000Z', contentHash: 'other', canonicalPath: ['Hidden'] }),
      documentOf('d', { updatedAt: '2025-03-04T00:00:00.000Z', contentHash: 'other' }),
    );
    expect(await ids({ edition: '2025 판 · 2025'.normalize('NFD') })).toEqual(['a']);
    expect(await ids({ from: '2025-03-02', to: '2025-03-03' })).toEqual(['b', 'c']);
    expect(await ids({ documentIds: ['d', 'a', 'none'] })).toEqual(['a', 'd']);
    expect(await ids({ documentIds: [] })).toEqual([]);
    expect(await ids({ areCopies: true })).toEqual(['a', 'b', 'c', 'd']);
    // A copy that the caller may not see is none.
    expect(await ids({ areCopies: true, filter: restrictedTo([['rules']]) })).toEqual(['a', 'b']);
    expect(await ids({ path: ['Rules', 'leave'] })).toEqual(['b']);
  });

  it('shows nothing outside the filter, in no order and on no page', async () => {
    await put(documentOf('a'), documentOf('b', { canonicalPath: ['Other'] }), documentOf('c', { groups: ['staff'] }));
    const seen = (filter: CategoryFilter) => ids({ filter });
    expect(await seen(restrictedTo([['rules']]))).toEqual(['a', 'c']);
    expect(await seen(memberOf([]))).toEqual(['a', 'b']);
    expect(await seen(memberOf(['staff']))).toEqual(['a', 'b', 'c']);
    expect(await seen(restrictedTo([]))).toEqual([]);
    expect(await ids({ filter: memberOf([]), documentIds: ['a', 'b', 'c'] })).toEqual(['a', 'b']);
  });

  it('is read page by page without gaps, also while rows come and go', async () => {
    const titles = Array.from({ length: 23 }, (_, i) => documentOf(`d${i}`, { title: `Title ${i % 5}` }));
    await put(...titles);
    for (const direction of ['ascending', 'descending'] as const) {
      const expected = await ids({}, { direction });
      const seen: string[] = [];
      let cursor: string | null | undefined;
      while (cursor !== null) {
        const next = await page({}, { direction }, { ...(cursor === undefined ? {} : { cursor }), limit: 4 });
        seen.push(...next.items.map(({ documentId }) => documentId));
        cursor = next.nextCursor;
        if (seen.length === 4 && direction === 'ascending') await put(documentOf('0 first', { title: '0' }));
      }
      expect(seen).toEqual(direction === 'ascending' ? expected : expect.arrayContaining(expected));
      expect(new Set(seen).size).toBe(seen.length);
    }
  });

  it('refuses a cursor of another order', async () => {
    await put(documentOf('a'), documentOf('b'));
    const { nextCursor } = await page({}, {}, { limit: 1 });
    await expect(async () => page({}, { sort: 'chunks' }, { cursor: nextCursor ?? '' })).rejects.toThrow('cursor');
    await expect(async () => page({}, {}, { cursor: 'n2p' })).rejects.toThrow('cursor');
  });
});
