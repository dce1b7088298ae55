import { memoryDocuments, draft } from '../../../test/support/memory-documents.js';
import { restrictedTo, UNRESTRICTED } from '../../shared/domain/category-filter.js';
import { DomainError, InvalidInputError, NotFoundError } from '../../shared/domain/domain-error.js';

const POTTERY = restrictedTo([['Pottery']]);
const GLASS = restrictedTo([['Glass']]);
const OLD = 'The kiln fires at night.';
const NEW = 'The kiln fires at noon.';

describe('StoreDocuments', () => {
  it('stores a new document with its passages', async () => {
    const { store, documents, index } = memoryDocuments();
    expect(await store.one(draft('kiln', OLD), UNRESTRICTED)).toMatchObject({
      documentId: 'kiln',
      status: 'indexed',
      created: true,
      chunks: 1,
    });
    expect(documents.kept.get('kiln')).toMatchObject({ text: OLD, chunks: 1 });
    expect(index.written.get('kiln')).toBe(1);
  });

  it('refuses a document that ends before it begins, new or changed, and takes one day', async () => {
    const { store, documents } = memoryDocuments();
    const period = (effectiveFrom: string | null, effectiveTo: string | null) =>
      store.one(draft('kiln', OLD, { effectiveFrom, effectiveTo }), UNRESTRICTED);
    const fault = [{ pointer: '/effective_to', detail: 'must not be before effective_from (2026-03-01)' }];
    await expect(period('2026-03-01', '2026-02-28')).rejects.toMatchObject({ kind: 'invalid', faults: fault });
    expect(documents.kept.size).toBe(0);
    await period('2026-03-01', '2026-03-01');
    await expect(period('2026-03-01', '2026-01-01')).rejects.toMatchObject({ faults: fault });
    await period(null, '2026-01-01');
    expect(documents.kept.get('kiln')).toMatchObject({ effectiveFrom: null, effectiveTo: '2026-01-01' });
  });

  it('gives a new id to a document without an id', async () => {
    const { store, documents } = memoryDocuments();
    const results = await store.storeAll([draft(undefined, OLD), draft(undefined, OLD)], UNRESTRICTED);
    expect(results).toMatchObject([{ documentId: 'doc_1' }, { documentId: 'doc_2' }]);
    expect([...documents.kept.keys()]).toEqual(['doc_1', 'doc_2']);
  });

  it('does not write an unchanged document again', async () => {
    const { store, documents, transaction } = memoryDocuments();
    const first = await store.one(draft('kiln', OLD), UNRESTRICTED);
    const kept = documents.kept.get('kiln');
    expect(await store.one(draft('kiln', OLD), UNRESTRICTED)).toEqual({
      ...first,
      status: 'unchanged',
      created: false,
    });
    expect(documents.kept.get('kiln')).toBe(kept);
    expect(transaction.count).toBe(1);
  });

  it('detects a change in any field, and none in the order of the metadata', async () => {
    const { store } = memoryDocuments();
    const base = draft('kiln', OLD, { metadata: { a: 1, b: { c: 2, d: 3 } } });
    await store.one(base, UNRESTRICTED);
    const reordered = { ...base, metadata: { b: { d: 3, c: 2 }, a: 1 } };
    expect((await store.one(reordered, UNRESTRICTED)).status).toBe('unchanged');
    for (const change of [{ title: 'Kilns' }, { version: '2' }, { date: '2025-01-01' }, { metadata: { a: 2 } }])
      expect((await store.one({ ...base, ...change }, UNRESTRICTED)).status).toBe('indexed');
  });

  it('replaces a changed document and keeps its creation day', async () => {
    const { store, documents } = memoryDocuments();
    await store.one(draft('kiln', OLD), UNRESTRICTED);
    const before = documents.kept.get('kiln');
    expect(await store.one(draft('kiln', NEW), UNRESTRICTED)).toMatchObject({ status: 'indexed', created: false });
    const after = documents.kept.get('kiln');
    expect(after?.text).toBe(NEW);
    expect(after?.createdAt).toBe(before?.createdAt);
    expect(after?.updatedAt).not.toBe(before?.updatedAt);
  });

  it('returns 403 for a document outside the paths of the key', async () => {
    const { store, documents } = memoryDocuments();
    await expect(store.one(draft('kiln', OLD), GLASS)).rejects.toMatchObject({ kind: 'forbidden' });
    expect(documents.kept.size).toBe(0);
    expect((await store.one(draft('kiln', OLD), POTTERY)).status).toBe('indexed');
    await expect(store.one(draft('kiln', NEW, { canonicalPath: ['Glass'] }), POTTERY)).rejects.toMatchObject({
      kind: 'forbidden',
    });
    expect(documents.kept.get('kiln')?.canonicalPath).toEqual(['Pottery']);
  });

  it('returns 404 for an id that is taken outside the paths of the key, and does not change that document', async () => {
    const { store, documents } = memoryDocuments();
    await store.one(draft('kiln', OLD), UNRESTRICTED);
    const foreign = draft('kiln', NEW, { canonicalPath: ['Glass'] });
    await expect(store.one(foreign, GLASS)).rejects.toThrow(NotFoundError);
    expect(documents.kept.get('kiln')?.text).toBe(OLD);
  });

  it('rejects a document outside the paths of the key with the same message whether the id is taken or not', async () => {
    const { store } = memoryDocuments();
    const refusal = () => store.one(draft('kiln', OLD), GLASS).catch((error: unknown) => error);
    const before = await refusal();
    await store.one(draft('kiln', OLD), UNRESTRICTED);
    expect(await refusal()).toEqual(before);
    expect(before).toMatchObject({ kind: 'forbidden' });
  });

  it('does not replace a document that another caller meanwhile stored outside the paths of the key', async () => {
    const { store, documents } = memoryDocuments();
    await store.one(draft('kiln', OLD), UNRESTRICTED);
    const look = documents.state.bind(documents);
    let looks = 0;
    // The first check, before the document is prepared, is too early to see it.
    documents.state = (id) => (++looks === 1 ? Promise.resolve(undefined) : look(id));
    const foreign = draft('kiln', NEW, { canonicalPath: ['Glass'] });
    await expect(store.one(foreign, GLASS)).rejects.toThrow(NotFoundError);
    expect(documents.kept.get('kiln')?.text).toBe(OLD);
  });

  it('returns results in the order of the batch, errors at their positions', async () => {
    const { store, transaction } = memoryDocuments();
    await store.one(draft('known', OLD), UNRESTRICTED);
    const results = await store.storeAll(
      [draft('a', OLD), draft('b', OLD, { canonicalPath: ['Glass'] }), draft('known', OLD), draft('c', NEW)],
      POTTERY,
    );
    expect(results.map((r) => (r instanceof DomainError ? r.kind : [r.documentId, r.status]))).toEqual([
      ['a', 'indexed'],
      'forbidden',
      ['known', 'unchanged'],
      ['c', 'indexed'],
    ]);
    expect(transaction.count).toBe(2);
  });

  it('keeps the last of two new documents with one id', async () => {
    const { store, documents } = memoryDocuments();
    const results = await store.storeAll([draft('kiln', OLD), draft('kiln', NEW)], UNRESTRICTED);
    expect(results).toMatchObject([{ created: true }, { created: false }]);
    expect(documents.kept.get('kiln')?.text).toBe(NEW);
  });

  it('stores labels normalized and trimmed, and treats them as equal afterwards', async () => {
    const { store, documents } = memoryDocuments();
    await store.one(draft('kiln', OLD, { canonicalPath: [' 도예 '.normalize('NFD')] }), UNRESTRICTED);
    expect(documents.kept.get('kiln')?.canonicalPath).toEqual(['도예']);
    expect((await store.one(draft('kiln', OLD, { canonicalPath: ['도예'] }), UNRESTRICTED)).status).toBe('unchanged');
  });

  it('keeps the visible text of HTML, and recognizes the same HTML again', async () => {
    const { store, documents } = memoryDocuments();
    const page = draft('page', '<p>Bowls dry.</p>', { contentType: 'text/html' });
    await store.one(page, UNRESTRICTED);
    expect(documents.kept.get('page')?.text).toBe('Bowls dry.');
    expect((await store.one(page, UNRESTRICTED)).status).toBe('unchanged');
  });

  it('refuses a text without visible content, and stores nothing', async () => {
    const { store, documents } = memoryDocuments();
    const empty = draft('page', '<p> </p>', { contentType: 'text/html' });
    await expect(store.one(empty, UNRESTRICTED)).rejects.toThrow(InvalidInputError);
    expect(documents.kept.size).toBe(0);
  });

  it('keeps the line ends of the text unchanged', async () => {
    const { store, documents } = memoryDocuments();
    await store.one(draft('kiln', 'One.\r\n\r\nTwo.\rThree.'), UNRESTRICTED);
    expect(documents.kept.get('kiln')?.text).toBe('One.\r\n\r\nTwo.\rThree.');
  });

  it('opens no transaction for an empty batch', async () => {
    const { store, transaction } = memoryDocuments();
    expect(await store.storeAll([], UNRESTRICTED)).toEqual([]);
    expect(transaction.count).toBe(0);
  });
});

describe('StoreDocuments in one batch', () => {
  it('keeps the last of two documents with one id, even if it equals the stored one', async () => {
    const { store, documents } = memoryDocuments();
    await store.one(draft('kiln', OLD), UNRESTRICTED);
    await store.storeAll([draft('kiln', NEW), draft('kiln', OLD)], UNRESTRICTED);
    expect(documents.kept.get('kiln')).toMatchObject({ text: OLD });
  });

  it('changes the groups alone without preparing or indexing, and records it', async () => {
    const { store, documents, index, audit } = memoryDocuments();
    const first = await store.one(draft('a', 'The lamp is lit.', { groups: ['staff'] }), UNRESTRICTED);
    index.written.clear();
    const second = await store.one(draft('a', 'The lamp is lit.', { groups: ['board'] }), UNRESTRICTED);
    expect([first.status, second.status, second.created]).toEqual(['indexed', 'indexed', false]);
    expect([index.written.size, index.regrouped]).toEqual([0, [['a', ['board']]]]);
    expect(documents.kept.get('a')?.groups).toEqual(['board']);
    expect((await store.one(draft('a', 'The lamp is lit.'), UNRESTRICTED)).status).toBe('unchanged');
    expect(audit.actions.map(({ detail }) => detail)).toEqual([
      JSON.stringify({ from: [], to: ['staff'] }),
      JSON.stringify({ from: ['staff'], to: ['board'] }),
    ]);
  });
});
