import { onEveryStore } from '../../../test/support/every-store.js';
import { AuditTrail } from '../../shared/domain/audit-trail.js';
import { CategoryFilter, restrictedTo, UNRESTRICTED } from '../../shared/domain/category-filter.js';
import { CategoryPathRegistry } from '../../shared/infrastructure/database/category-path-registry.js';
import { ReadDocuments } from '../application/read-documents.js';
import { BackfillTitleKeys } from '../application/backfill-documents.js';
import { DocumentRecord, DocumentStore, StoredDocument } from '../domain/document.js';
import { PostgresDocumentStore } from './postgres-document-store.js';
import { SqlDocumentTable } from './sql-document-table.js';
import { SqlSampleState } from './sample-documents.js';
import { SqliteDocumentStore } from './sqlite-document-store.js';

const documentOf = (documentId: string, more: Partial<StoredDocument> = {}): StoredDocument => ({
  documentId,
  title: `제목 ${documentId}`,
  text: `Text of ${documentId}\n둘째 줄 😀`,
  contentType: 'text/markdown',
  canonicalPath: ['학사', '학적'],
  sourceUrl: 'https://example.org/a?b=c',
  date: '2025-01-02',
  version: '1.2',
  effectiveFrom: '2025-03-01',
  effectiveTo: null,
  metadata: { z: [1, null, '\u0000'], a: { 가: 1.5 } },
  groups: [],
  contentHash: 'hash',
  chunks: 3,
  createdAt: '2025-01-01T00:00:00.000Z',
  updatedAt: '2025-01-01T00:00:00.000Z',
  ...more,
});

const recordOf = (document: StoredDocument): DocumentRecord => ({ fingerprint: 'print', sketch: '-', ...document });

onEveryStore('documents', 'main', (opened) => {
  const made = () =>
    opened().make<DocumentStore>(
      (db) => new SqliteDocumentStore(db, new CategoryPathRegistry(db)),
      (db) => new PostgresDocumentStore(db),
    );
  const put = (store: DocumentStore, ...documents: StoredDocument[]) =>
    opened().transaction.run(async () => {
      for (const each of documents) await store.put(recordOf(each));
    });
  type Query = Parameters<DocumentStore['list']>[0];
  const all: Query = { filter: UNRESTRICTED, path: undefined, after: '', limit: 100 };
  const idsOf = async (store: DocumentStore, more: Partial<Query> = {}) =>
    (await store.list({ ...all, ...more })).items.map(({ documentId }) => documentId);

  it('are read back unchanged, also after the store was opened again', async () => {
    const full = documentOf('휴학규정');
    const bare = documentOf('bare', { sourceUrl: null, date: null, version: null, effectiveFrom: null, metadata: {} });
    await put(made(), full, bare);
    await opened().restart();
    const store = made();
    expect(await store.find('휴학규정', UNRESTRICTED)).toEqual(full);
    expect(await store.find('bare', UNRESTRICTED)).toEqual(bare);
    expect({ ...(await store.list(all)).items[0], text: bare.text }).toEqual(bare);
    expect(await store.state('bare')).toEqual({
      contentHash: 'hash',
      fingerprint: 'print',
      chunks: 3,
      canonicalPath: ['학사', '학적'],
      groups: [],
      createdAt: bare.createdAt,
      updatedAt: bare.updatedAt,
    });
    expect([await store.find('none', UNRESTRICTED), await store.state('none')]).toEqual([undefined, undefined]);
  });

  it('keep their creation time when they are replaced, and move with their category', async () => {
    const store = made();
    await put(store, documentOf('a'));
    const next = documentOf('a', { title: 'new', canonicalPath: ['Other'], createdAt: '2026', updatedAt: '2026' });
    await put(store, next);
    expect(await store.find('a', UNRESTRICTED)).toEqual({ ...next, createdAt: '2025-01-01T00:00:00.000Z' });
    expect(await store.find('a', restrictedTo([['학사']]))).toBeUndefined();
    expect(await idsOf(store, { filter: restrictedTo([['other']]) })).toEqual(['a']);
  });

  it('confirm a quote if the document is visible, contains the text, and was not replaced since', async () => {
    const store = made();
    await put(
      store,
      documentOf('a', { text: '하루 품삯은 137,500원이다.\n"둘째" 줄 😀 %_' }),
      documentOf('b', { canonicalPath: ['Other'], text: 'elsewhere' }),
    );
    const asked = [
      { documentId: 'a', quote: '137,500원' },
      { documentId: 'a', quote: '"둘째" 줄 😀 %_' },
      { documentId: 'a', quote: '하루 품삯은 137,500원이다. ' },
      { documentId: 'a', quote: '%' },
      { documentId: 'b', quote: 'elsewhere' },
      { documentId: 'gone' },
      { documentId: 'b' },
      { documentId: 'a', unchangedSince: '2025-01-01T00:00:00.000Z' },
      { documentId: 'a', unchangedSince: '2024-12-31T23:59:59.999Z' },
      { documentId: "a' OR 1=1 --" },
    ];
    const held = async (filter: CategoryFilter) => [...(await store.holding(asked, filter))].sort((x, y) => x - y);
    expect(await held(UNRESTRICTED)).toEqual([0, 1, 3, 4, 6, 7]);
    expect(await held(restrictedTo([['학사']]))).toEqual([0, 1, 3, 7]);
    expect(await held(restrictedTo([]))).toEqual([]);
    expect([...(await store.holding([], UNRESTRICTED))]).toEqual([]);
    const many = Array.from({ length: 250 }, (_, i) => ({ documentId: i % 2 === 0 ? 'a' : 'gone' }));
    expect((await store.holding(many, UNRESTRICTED)).size).toBe(125);
  });

  it('are listed in the byte order of their names, page by page, without gaps', async () => {
    const store = made();
    const names = ['b', 'a/1', 'B', 'Ä', 'a-1', '가', 'a', '_', '😀', 'é', 'Z', '~'];
    await put(store, ...names.map((name) => documentOf(name)));
    const expected = [...names].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
    expect(await idsOf(store)).toEqual(expected);
    const seen: string[] = [];
    for (let after = ''; ; after = seen.at(-1) ?? '') {
      const page = await store.list({ ...all, after, limit: 5 });
      seen.push(...page.items.map(({ documentId }) => documentId));
      if (page.nextCursor === null) break;
    }
    expect(seen).toEqual(expected);
  });

  it('are returned inside the filter and at or below a path, whatever its case', async () => {
    const store = made();
    await put(
      store,
      documentOf('1', { canonicalPath: ['AI', 'ML'] }),
      documentOf('2', { canonicalPath: ['AI'] }),
      documentOf('3', { canonicalPath: ['AIDS'] }),
      documentOf('4', { canonicalPath: ['DB', 'AI'] }),
    );
    const inside = (filter: CategoryFilter, path?: string[]) => idsOf(store, { filter, path });
    expect(await inside(restrictedTo([['ai']]))).toEqual(['1', '2']);
    expect(await inside(restrictedTo([['ai', 'ml'], ['db']]))).toEqual(['1', '4']);
    expect(await inside(restrictedTo([]))).toEqual([]);
    expect(await inside(UNRESTRICTED, ['Ai'])).toEqual(['1', '2']);
    expect(await inside(restrictedTo([['ai', 'ml']]), ['AI'])).toEqual(['1']);
    expect(await inside(restrictedTo([['db']]), ['AI'])).toEqual([]);
    expect(await store.find('2', restrictedTo([['ai', 'ml']]))).toBeUndefined();
  });

  describe('by a rough title', () => {
    const titled = (title: string, more: Partial<StoredDocument> = {}) => documentOf(title, { title, ...more });
    const library = ['시설', '도서관'];
    const byTitle = async (
      store: DocumentStore,
      title: string,
      more: { filter?: CategoryFilter; path?: string[] } = {},
    ) => {
      const audit = { record: () => Promise.resolve() } as unknown as AuditTrail;
      const asked = { filter: UNRESTRICTED, path: undefined, limit: 10, ...more, title };
      return (
        await new ReadDocuments(store, new SqlDocumentTable(opened().sql), audit, { now: () => new Date(0) }).byTitle(
          asked,
        )
      ).map(({ documentId }) => documentId);
    };

    it('are found with mistakes, in part and without blanks, nearest first', async () => {
      const store = made();
      await put(
        store,
        titled('장학금 지급 규정'),
        titled('장학금 지급 규정 시행세칙'),
        titled('연구년 규정'),
        titled('Scholarship Regulations'),
        titled('!!!'),
      );
      expect(await byTitle(store, '장학금 지금 규정')).toEqual(['장학금 지급 규정', '장학금 지급 규정 시행세칙']);
      expect(await byTitle(store, '장학금지급규정')).toEqual(['장학금 지급 규정', '장학금 지급 규정 시행세칙']);
      expect(await byTitle(store, 'scholarshp')).toEqual(['Scholarship Regulations']);
      expect(await byTitle(store, '주차')).toEqual([]);
      expect([await byTitle(store, '!!!'), await byTitle(store, '"  *\'')]).toEqual([[], []]);
    });

    it('are found only inside the filter and below a path, however many titles outside resemble it', async () => {
      const store = made();
      const outside = Array.from({ length: 300 }, (_, i) => documentOf(`a${i}`, { title: '도서관 이용 안내' }));
      await put(store, ...outside, titled('중앙 도서관 이용 안내', { canonicalPath: library }));
      expect(await byTitle(store, '도서관 이용 안네', { filter: restrictedTo([library]) })).toEqual([
        '중앙 도서관 이용 안내',
      ]);
      expect(await byTitle(store, '도서관 이용 안네', { path: library })).toEqual(['중앙 도서관 이용 안내']);
      expect(await byTitle(store, '도서관', { filter: restrictedTo([]) })).toEqual([]);
    });

    it('follow replacements and deletions', async () => {
      const store = made();
      await put(store, documentOf('a', { title: '휴학 규정' }), documentOf('b', { title: '휴학 규정' }));
      await put(store, documentOf('a', { title: '복학 안내' }));
      expect(await byTitle(store, '휴학 규정')).toEqual(['b']);
      expect(await byTitle(store, '복학 안내')).toEqual(['a']);
      await opened().transaction.run(() => store.remove('b'));
      await opened().restart();
      expect(await byTitle(made(), '휴학 규정')).toEqual([]);
    });

    it('get their key once if they were stored before keys existed', async () => {
      const store = made();
      await put(store, titled('휴학 규정'), titled('!!!'), titled('학칙'));
      const unspelt = "UPDATE documents SET title_trigram_key = '' WHERE document_id <> '학칙'";
      await opened().run(unspelt);
      expect(await byTitle(store, '휴학 규정')).toEqual([]);
      const spell = new BackfillTitleKeys(store, opened().transaction);
      expect([await spell.backfill(), await spell.backfill()]).toEqual([2, 0]);
      expect(await byTitle(store, '휴학 규정')).toEqual(['휴학 규정']);
    });
  });

  it('are gone after a deletion, and stay if the unit of work fails', async () => {
    const store = made();
    await put(store, documentOf('a'), documentOf('b'));
    await opened().transaction.run(() => store.remove('a'));
    const failing = opened().transaction.run(async () => {
      await store.remove('b');
      await store.put(recordOf(documentOf('c')));
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await idsOf(store)).toEqual(['b']);
  });
});

onEveryStore('the state of the samples', 'main', (opened) => {
  it('is empty, then has the last written value', async () => {
    const made = () => new SqlSampleState(opened().sql);
    expect(await made().read()).toBe('none');
    await made().write('started');
    expect(await made().read()).toBe('started');
    await made().write('done');
    await opened().restart();
    expect(await made().read()).toBe('done');
  });
});
