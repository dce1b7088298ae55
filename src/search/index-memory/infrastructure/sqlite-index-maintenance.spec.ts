import { UNRESTRICTED } from '../../../shared/domain/category-filter.js';
import { document, pottery, StoredCorpus } from '../../../../test/support/stored-corpus.js';
import { SqliteIndexMaintenance } from './sqlite-index-maintenance.js';

let corpus: StoredCorpus;
let maintenance: SqliteIndexMaintenance;
beforeEach(async () => {
  corpus = await StoredCorpus.open();
  maintenance = new SqliteIndexMaintenance(corpus.database);
});
afterEach(() => corpus.close());

const mark = () => corpus.transaction.run(() => maintenance.markOptimized('2025-06-01'));

describe('maintenance of the store', () => {
  it('counts documents and passages, and its bytes', async () => {
    expect(await maintenance.statistics(UNRESTRICTED)).toMatchObject({ documents: 0, chunks: 0 });
    await corpus.put(...pottery(30));
    const { documents, chunks, sizeBytes } = await maintenance.statistics(UNRESTRICTED);
    expect([documents, chunks]).toEqual([3, 30]);
    expect(sizeBytes).toBeGreaterThan(16_384);
  });

  it('shows by a number whether passages were written in between, including replaced ones', async () => {
    const before = await maintenance.sequence();
    await corpus.put(document('a'));
    const after = await maintenance.sequence();
    expect(after).toBeGreaterThan(before);
    expect(await maintenance.sequence()).toBe(after);
    await corpus.put(document('a'));
    expect(await maintenance.sequence()).toBeGreaterThan(after);
  });

  it('stores when it was done', async () => {
    expect(await maintenance.lastOptimized()).toBeUndefined();
    await mark();
    expect(await maintenance.lastOptimized()).toBe('2025-06-01');
  });

  it('works during the transaction of an upload', async () => {
    await corpus.transaction.run(async () => {
      await corpus.writer.put(document('a'));
      await maintenance.refreshStatistics();
    });
    await maintenance.refreshStatistics();
    expect(corpus.number('SELECT count(*) FROM search_documents')).toBe(1);
  });

  it('drops removals that every index has long seen, and keeps the last million', async () => {
    await corpus.transaction.run(() =>
      Promise.resolve(
        corpus.database.writer.exec(
          'INSERT INTO chunk_tombstones (id, chunk) VALUES (1, 1), (6, 2), (7, 3), (1000006, 4)',
        ),
      ),
    );
    await mark();
    expect(corpus.number('SELECT group_concat(id, 0) FROM chunk_tombstones')).toBe(701_000_006);
  });
});
