import { onEveryStore } from '../../../test/support/every-store.js';
import { document, passage, pottery } from '../../../test/support/stored-corpus.js';
import { restrictedTo, UNRESTRICTED } from '../../shared/domain/category-filter.js';
import { CategoryPathRegistry } from '../../shared/infrastructure/database/category-path-registry.js';
import { DocumentPassages } from '../domain/document-passages.js';
import { EmbeddingModels, VectorBacklog } from '../embedding/domain/embedding-models.js';
import { IndexMaintenance } from '../maintenance/domain/index-maintenance.js';
import { DocumentInput, SearchIndexWriter } from '../domain/indexed-passage.js';
import { PostgresDocumentPassages } from '../index-postgres/infrastructure/postgres-document-passages.js';
import { PostgresEmbeddingModels } from '../index-postgres/infrastructure/postgres-embedding-models.js';
import { PostgresIndexMaintenance } from '../index-postgres/infrastructure/postgres-index-maintenance.js';
import { PostgresSearchIndexWriter } from '../index-postgres/infrastructure/postgres-search-index-writer.js';
import { PostgresVectorBacklog } from '../index-postgres/infrastructure/postgres-vector-backlog.js';
import { SqliteDocumentPassages } from '../index-memory/infrastructure/sqlite-document-passages.js';
import { SqliteEmbeddingModels } from '../index-memory/infrastructure/sqlite-embedding-models.js';
import { SqliteIndexMaintenance } from '../index-memory/infrastructure/sqlite-index-maintenance.js';
import { SqliteSearchIndexWriter } from '../index-memory/infrastructure/sqlite-search-index-writer.js';
import { SqliteVectorBacklog } from '../index-memory/infrastructure/sqlite-vector-backlog.js';

onEveryStore('passages', 'main', (opened) => {
  const writer = () =>
    opened().make<SearchIndexWriter>(
      (db) => new SqliteSearchIndexWriter(db, new CategoryPathRegistry(db)),
      (db) => new PostgresSearchIndexWriter(db),
    );
  const passages = () =>
    opened().make<DocumentPassages>(
      (db) => new SqliteDocumentPassages(db),
      (db) => new PostgresDocumentPassages(db),
    );
  const maintenance = () =>
    opened().make<IndexMaintenance>(
      (db) => new SqliteIndexMaintenance(db),
      (db) => new PostgresIndexMaintenance(db),
    );
  const backlog = () =>
    opened().make<VectorBacklog>(
      (db) => new SqliteVectorBacklog(db),
      (db) => new PostgresVectorBacklog(db),
    );
  const models = () =>
    opened().make<EmbeddingModels>(
      (db) => new SqliteEmbeddingModels(db),
      (db) => new PostgresEmbeddingModels(db),
    );
  const put = (...documents: DocumentInput[]) =>
    opened().transaction.run(async () => {
      const ids: number[] = [];
      for (const each of documents) ids.push(...(await writer().put(each)));
      return ids;
    });
  const remove = (documentId: string) => opened().transaction.run(() => writer().remove(documentId));
  const listed = (documentId: string, filter = UNRESTRICTED, from = 0, limit = 10) =>
    passages().list({ documentId, filter, from, limit });

  it('are stored with all their data, in the order of the text', async () => {
    const text = '가마는 흙을 굽는다 😀 "quoted" \\ {a,b}';
    const ids = await put(
      document('a', {
        passages: [
          passage(text, { section: '제1장', article: '제8조', metadata: { kind: 'article', n: [1] } }),
          passage('b'),
        ],
      }),
    );
    expect(ids).toEqual([...ids].sort((a, b) => a - b));
    await opened().restart();
    expect(await listed('a')).toEqual({
      items: [
        {
          chunkId: 'a#0',
          ordinal: 0,
          start: 0,
          end: text.length,
          section: '제1장',
          article: '제8조',
          text,
          metadata: { kind: 'article', n: [1] },
        },
        {
          chunkId: 'a#1',
          ordinal: 1,
          start: 0,
          end: 1,
          section: undefined,
          article: undefined,
          text: 'b',
          metadata: {},
        },
      ],
      nextCursor: null,
    });
  });

  it('are paged, and visible to those who may see their document', async () => {
    await put(...pottery(20));
    const first = await listed('pottery0', UNRESTRICTED, 0, 4);
    expect(first?.items.map(({ ordinal }) => ordinal)).toEqual([0, 1, 2, 3]);
    expect(first?.nextCursor).not.toBeNull();
    expect((await listed('pottery0', UNRESTRICTED, 8, 4))?.items.map(({ ordinal }) => ordinal)).toEqual([8, 9]);
    expect(await listed('pottery0', UNRESTRICTED, 99)).toEqual({ items: [], nextCursor: null });
    expect((await listed('pottery0', restrictedTo([['도예']])))?.items).toHaveLength(10);
    expect(await listed('pottery0', restrictedTo([['도']]))).toBeUndefined();
    expect(await listed('unknown')).toBeUndefined();
  });

  it('are removed with their document, and replaced with it under new numbers', async () => {
    const before = await put(document('a'), document('b'));
    const after = await put(document('a', { passages: [passage('x'), passage('y')] }));
    expect(Math.min(...after)).toBeGreaterThan(Math.max(...before));
    expect((await listed('a'))?.items.map(({ text }) => text)).toEqual(['x', 'y']);
    await put(document('a', { passages: [] }));
    expect(await listed('a')).toEqual({ items: [], nextCursor: null });
    await remove('a');
    expect(await listed('a')).toBeUndefined();
    expect(await opened().number('SELECT count(*) FROM search_chunks')).toBe(1);
    await remove('a');
  });

  it('are counted inside the filter, and numbered so that concurrent writes show', async () => {
    expect(await maintenance().statistics(UNRESTRICTED)).toMatchObject({ documents: 0, chunks: 0 });
    expect(await maintenance().sequence()).toBe(0);
    await put(document('a'), document('b', { canonicalPath: ['Metal'], passages: [passage('abc'), passage('가😀')] }));
    const all = await maintenance().statistics(UNRESTRICTED);
    expect([all.documents, all.chunks]).toEqual([2, 3]);
    expect(all.sizeBytes).toBeGreaterThan(0);
    expect(await maintenance().statistics(restrictedTo([['metal']]))).toEqual({
      documents: 1,
      chunks: 2,
      sizeBytes: 5,
    });
    expect(await maintenance().statistics(restrictedTo([]))).toEqual({ documents: 0, chunks: 0, sizeBytes: 0 });
    const sequence = await maintenance().sequence();
    expect(sequence).toBeGreaterThan(0);
    await put(document('a'));
    const next = await maintenance().sequence();
    expect(next).toBeGreaterThan(sequence);
    await remove('a');
    expect(await maintenance().sequence()).toBe(next);
  });

  it('store when maintenance was done', async () => {
    await put(document('a'));
    await maintenance().refreshStatistics();
    expect(await maintenance().lastOptimized()).toBeUndefined();
    for (const at of ['2025-06-01', '2025-06-02'])
      await opened().transaction.run(() => maintenance().markOptimized(at));
    await opened().restart();
    expect(await maintenance().lastOptimized()).toBe('2025-06-02');
  });

  it('wait for a vector of a model, oldest first, with their text', async () => {
    const ids = await put(
      document('a', { title: 'T', passages: [passage('x', { section: 'S' }), passage('y')] }),
      document('b'),
    );
    expect(await backlog().count(undefined)).toBe(3);
    const waiting = await backlog().next(undefined, 2);
    expect(waiting.map(({ id }) => id)).toEqual(ids.slice(0, 2));
    expect(waiting.map(({ text }) => text)).toEqual([expect.stringContaining('x'), expect.stringContaining('y')]);
    expect(waiting[0]?.text).toContain('S');
    const [first = 0, second = 0, third = 0] = ids;
    const model = await opened().transaction.run(async () => {
      const id = await models().ofProvider('m', 2, '2025-01-01');
      await backlog().store(id, [
        { id: second, vector: Float32Array.of(1, -0.5) },
        { id: 999_999, vector: Float32Array.of(1, 0) },
      ]);
      return id;
    });
    expect([await backlog().count(model), await backlog().count(model + 1)]).toEqual([2, 3]);
    expect((await backlog().next(model, 9)).map(({ id }) => id)).toEqual([first, third]);
    await opened().transaction.run(() => backlog().store(model, [{ id: second, vector: Float32Array.of(0, 1) }]));
    expect(await opened().number('SELECT count(*) FROM search_vectors')).toBe(1);
    await put(document('a'));
    expect(await opened().number('SELECT count(*) FROM search_vectors')).toBe(0);
  });

  it('know the embeddings, which of them serves, and which served before', async () => {
    const fitted = { model: 'builtin', kind: 'fitted' as const, dimensions: 3, passages: 7, createdAt: '2025-01-01' };
    const write = <T>(work: () => Promise<T>) => opened().transaction.run(work);
    expect([await models().served(), await models().previous(), await models().newestFirst()]).toEqual([
      undefined,
      undefined,
      [],
    ]);
    const first = await write(() => models().add(fitted));
    await write(() => models().putPart(first, 0, Uint8Array.of(0, 255, 39)));
    // Incomplete before it serves.
    expect(await models().newestFirst()).toEqual([]);
    await write(() => models().serve(first));
    expect(await models().served()).toEqual({ ...fitted, id: first });
    const provider = await write(() => models().ofProvider('m', 2, '2025-02-02'));
    expect(await write(() => models().ofProvider('m', 2, '2026-06-06'))).toBe(provider);
    expect(await write(() => models().ofProvider('m', 3, '2026-06-06'))).not.toBe(provider);
    await write(() => models().serve(provider));
    await write(() => models().serve(provider));
    expect([(await models().served())?.id, (await models().previous())?.id]).toEqual([provider, first]);
    const unused = await write(() => models().add(fitted));
    expect(unused).toBeGreaterThan(provider);
    await write(() => models().removeUnused());
    expect((await models().newestFirst()).map(({ id }) => id)).toEqual([provider + 1, provider, first]);
    await write(() => models().serve(undefined));
    expect([await models().served(), (await models().previous())?.id]).toEqual([undefined, provider]);
    await write(() => models().removeUnused());
    expect(await opened().number('SELECT count(*) FROM search_model_parts')).toBe(0);
    await opened().restart();
    expect((await models().newestFirst()).map(({ kind }) => kind)).toEqual(['provider', 'provider']);
  });
});
