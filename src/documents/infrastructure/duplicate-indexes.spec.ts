import { onEveryStore } from '../../../test/support/every-store.js';
import { draft } from '../../../test/support/memory-documents.js';
import { restrictedTo, UNRESTRICTED } from '../../shared/domain/category-filter.js';
import { CategoryPathRegistry } from '../../shared/infrastructure/database/category-path-registry.js';
import { CompareTexts } from '../application/backfill-documents.js';
import { FindDuplicates } from '../application/find-duplicates.js';
import { IdentifyText } from '../application/document-preparation.js';
import { DocumentRecord, DocumentStore } from '../domain/document.js';
import { PostgresDocumentStore } from './postgres-document-store.js';
import { SqlDuplicateIndex } from './sql-duplicate-index.js';
import { Sha256Fingerprint } from './sha256-fingerprint.js';
import { SqliteDocumentStore } from './sqlite-document-store.js';

const texts = new IdentifyText(new Sha256Fingerprint());
const ARTICLES = Array.from(
  { length: 30 },
  (_, i) => `제${i + 1}조 물품 ${i}호는 ${i + 3}일 안에 창구에 반납하고 대장에 적는다.`,
);
const RULES = ARTICLES.join('\n');
/** One article of thirty differs. */
const AMENDED = RULES.replace('7일 안에 창구에', '사흘 전까지 본관에');
const OTHER =
  'The reading room is open from nine to six, and nobody brings food, drinks or animals into it at any time.';

onEveryStore('duplicates', 'main', (opened) => {
  let count = 0;
  const record = async (documentId: string, text: string, canonicalPath = ['Open']): Promise<DocumentRecord> => ({
    ...draft(documentId, text, { canonicalPath }),
    documentId,
    groups: [],
    ...(await texts.identify(text)),
    fingerprint: `print of ${documentId}`,
    chunks: 1,
    createdAt: `2025-01-01T00:00:00.${String(++count).padStart(3, '0')}Z`,
    updatedAt: '',
  });
  const stores = () => ({
    documents: opened().make<DocumentStore>(
      (db) => new SqliteDocumentStore(db, new CategoryPathRegistry(db)),
      (db) => new PostgresDocumentStore(db),
    ),
    duplicates: new SqlDuplicateIndex(opened().sql),
  });
  const put = (...records: DocumentRecord[]) => {
    const { documents, duplicates } = stores();
    return opened().transaction.run(async () => {
      await documents.putAll(records);
      await duplicates.putAll(records);
    });
  };
  const find = () => new FindDuplicates(stores().documents, stores().duplicates);
  const namesOf = async (documentId: string, filter = UNRESTRICTED) => {
    const { copies, near } = await find().ofDocument(documentId, filter);
    return { copies: copies.map((one) => one.documentId), near: near.map(({ document }) => document.documentId) };
  };

  it('are copies with the same words and near duplicates with nearly the same, whatever their order', async () => {
    await put(await record('b', RULES), await record('a', RULES.replaceAll('\n', '\r\n\r\n')));
    await put(await record('amended', AMENDED), await record('other', OTHER));
    expect(await namesOf('a')).toEqual({ copies: ['b'], near: ['amended'] });
    expect(await namesOf('b')).toEqual({ copies: ['a'], near: ['amended'] });
    expect(await namesOf('amended')).toEqual({ copies: [], near: ['a', 'b'] });
    expect(await namesOf('other')).toEqual({ copies: [], near: [] });
    const { near } = await find().ofDocument('amended', UNRESTRICTED);
    expect(near[0]?.similarity).toBeGreaterThan(0.8);
    await expect(find().ofDocument('none', UNRESTRICTED)).rejects.toThrow('none');
  });

  it('are returned to callers that may see them', async () => {
    await put(await record('open', RULES), await record('closed', RULES, ['Closed']));
    await put(await record('amended', AMENDED, ['Closed']));
    expect(await namesOf('open', restrictedTo([['Open']]))).toEqual({ copies: [], near: [] });
    expect(await namesOf('open')).toEqual({ copies: ['closed'], near: ['amended'] });
    await expect(find().ofDocument('closed', restrictedTo([['Open']]))).rejects.toThrow('closed');
  });

  it('follow a text that was replaced, and are deleted with the document', async () => {
    await put(await record('a', RULES), await record('b', AMENDED), await record('c', RULES));
    await put(await record('c', OTHER));
    expect(await namesOf('a')).toEqual({ copies: [], near: ['b'] });
    const { documents, duplicates } = stores();
    await opened().transaction.run(async () => {
      await duplicates.remove('b');
      await documents.remove('b');
      await duplicates.remove('none');
    });
    expect(await namesOf('a')).toEqual({ copies: [], near: [] });
    expect(await opened().number('SELECT count(*) FROM document_bands')).toBe(40);
    expect(await opened().number('SELECT count(*) FROM document_sketches')).toBe(2);
  });

  it('are listed page by page; documents without any are left out', async () => {
    await put(await record('a', RULES), await record('b', OTHER), await record('c', AMENDED), await record('d', RULES));
    const list = (cursor: string | undefined, limit: number) =>
      find().list({ filter: UNRESTRICTED, path: undefined, cursor, limit });
    const whole = await list(undefined, 10);
    expect(whole.items.map(({ document }) => document.documentId)).toEqual(['a', 'c', 'd']);
    const first = await list(undefined, 2);
    expect(first.items.map(({ document }) => document.documentId)).toEqual(['a']);
    const second = await list(first.nextCursor ?? undefined, 2);
    expect(second.items.map(({ document }) => document.documentId)).toEqual(['c', 'd']);
    expect(second.nextCursor).toBeNull();
  });

  it('include documents of an earlier release once their texts are compared, which keeps their fingerprints', async () => {
    const old = async (documentId: string, text: string) => ({
      ...(await record(documentId, text)),
      contentHash: `digest of ${documentId}`,
      fingerprint: '',
    });
    const { documents, duplicates } = stores();
    const before = [await old('a', RULES), await old('b', RULES), await old('c', AMENDED)];
    await opened().transaction.run(() => documents.putAll(before));
    expect(await namesOf('a')).toEqual({ copies: [], near: [] });
    expect((await documents.state('a'))?.fingerprint).toBe('digest of a');
    const compare = new CompareTexts(duplicates, texts, opened().transaction);
    expect([await compare.compareTexts(), await compare.compareTexts()]).toEqual([3, 0]);
    expect(await namesOf('a')).toEqual({ copies: ['b'], near: ['c'] });
    const { contentHash } = await texts.identify(RULES);
    expect(await documents.state('a')).toMatchObject({ fingerprint: 'digest of a', contentHash });
  });

  it('ignore a text that was replaced in the meantime', async () => {
    const { documents, duplicates } = stores();
    await opened().transaction.run(async () => documents.put({ ...(await record('a', RULES)), fingerprint: '' }));
    const [found] = await duplicates.uncompared(10);
    const late = { documentId: 'a', text: found?.text ?? '' };
    await put(await record('a', OTHER));
    await opened().transaction.run(async () => duplicates.compareBy(late, await texts.identify(late.text)));
    expect((await documents.state('a'))?.contentHash).toBe((await texts.identify(OTHER)).contentHash);
  });

  it('cost what the visible documents cost, however many hidden copies there are, and are the same', async () => {
    const open = restrictedTo([['Open']]);
    const records = (count: number, name: string, path: string) =>
      Promise.all(
        Array.from({ length: count }, (_, i) =>
          record(`${name}${i}`, i % 3 === 0 ? RULES : RULES.replace('3일', `${i}주`), [path]),
        ),
      );
    const listed = () => find().list({ filter: open, path: undefined, cursor: undefined, limit: 200 });
    /** Processor time of a run in microseconds, the least of several. */
    const cost = async () => {
      const runs: number[] = [];
      for (let i = 0; i < 7; i++) {
        const before = process.cpuUsage();
        await listed();
        runs.push(process.cpuUsage(before).user);
      }
      return Math.min(...runs);
    };
    await put(...(await records(200, 'seen', 'Open')));
    const [alone, before] = [await listed(), await cost()];
    await put(...(await records(6_000, 'hidden', 'Closed')));
    expect(await listed()).toEqual(alone);
    expect(alone.items).toHaveLength(200);
    const among = await cost();
    for (const table of ['document_bands', 'document_sketches', 'documents'])
      await opened().run(`DELETE FROM ${table} WHERE document_id LIKE 'hidden%'`);
    // A process that has put thousands of documents is slower than it was: the same run without them is measured after it, too.
    expect(among).toBeLessThan(Math.max(before, await cost()) * 1.2);
  }, 120_000);
});
