import { rmSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { MAIN_SCHEMA } from '../../../../migrations/sqlite/all-migrations.js';
import { temporaryFolder } from '../../../../test/support/application.js';
import { POSTGRES_SERVERS, PostgresUnderTest } from '../../../../test/support/postgres-servers.js';
import { document, EVERYTHING, IndexUnderTest, pottery, StoredCorpus } from '../../../../test/support/stored-corpus.js';
import { memberOf, restrictedTo } from '../../../shared/domain/category-filter.js';
import { PostgresCategoryPaths } from '../../../shared/infrastructure/database/postgres/postgres-category-paths.js';
import { PostgresTransaction } from '../../../shared/infrastructure/database/postgres/postgres-transaction.js';
import { SqliteDatabase } from '../../../shared/infrastructure/database/sqlite-database.js';
import { DocumentInput, SearchIndexWriter } from '../../domain/indexed-passage.js';
import { PostgresEmbeddingModels } from '../../index-postgres/infrastructure/postgres-embedding-models.js';
import { PostgresSearchIndexWriter } from '../../index-postgres/infrastructure/postgres-search-index-writer.js';
import { PostgresVectorBacklog } from '../../index-postgres/infrastructure/postgres-vector-backlog.js';
import { LocalReplica } from './local-replica.js';

/** One replica: its file, the mirror in it, and the index over the file. */
class Replica {
  private constructor(
    private readonly folder: string,
    private readonly file: SqliteDatabase,
    private readonly reader: Database.Database,
    readonly mirror: LocalReplica,
    readonly index: IndexUnderTest,
  ) {}

  static async open({ database }: PostgresUnderTest): Promise<Replica> {
    const folder = temporaryFolder();
    const file = await SqliteDatabase.open({
      file: path.join(folder, 'mirror.db'),
      durability: 'normal',
      ...MAIN_SCHEMA,
      entities: [],
    });
    const mirror = new LocalReplica(database, file);
    await mirror.settled();
    const reader = new Database(file.file, { readonly: true });
    return new Replica(folder, file, reader, mirror, await IndexUnderTest.open(reader));
  }

  /** Names and scores of all that both retrievers list, up to date with the store. */
  async ranking(text: string, scope = EVERYTHING) {
    await this.mirror.settled();
    return rankingOf(this.index, text, scope);
  }

  async close(): Promise<void> {
    await this.mirror.onApplicationShutdown();
    this.reader.close();
    await this.file.close();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

async function rankingOf(index: IndexUnderTest, text: string, scope = EVERYTHING) {
  const { lexical, vector } = await index.retrieve(text, scope);
  const named = async (list: readonly { readonly id: number; readonly score: number }[]) => {
    const passages = await index.memory.passages(
      list.map(({ id }) => id),
      scope,
    );
    return passages.map(({ chunkId }, i) => [chunkId, list[i]?.score]);
  };
  return { lexical: await named(lexical), vector: await named(vector) };
}

async function putAll(writer: SearchIndexWriter, documents: readonly DocumentInput[]): Promise<number[]> {
  const ids: number[] = [];
  for (const each of documents) ids.push(...(await writer.put(each)));
  return ids;
}

describe.each(POSTGRES_SERVERS)('the mirror of %s', (_name, open) => {
  let server: PostgresUnderTest;
  let units: PostgresTransaction;
  let writer: PostgresSearchIndexWriter;
  let replica: Replica;
  const put = (...documents: DocumentInput[]) => units.run(() => putAll(writer, documents));
  beforeAll(async () => {
    server = await open();
    units = new PostgresTransaction(server.database, 'documents');
    writer = new PostgresSearchIndexWriter(server.database);
  });
  beforeEach(async () => {
    await server.empty();
    replica = await Replica.open(server);
  });
  afterEach(() => replica.close());
  afterAll(() => server.drop());

  it('ranks as the embedded store does, also after documents were replaced, removed and added again', async () => {
    const embedded = await StoredCorpus.open();
    const steps: DocumentInput[][] = [
      pottery(60),
      [document('a'), document('b', { canonicalPath: ['도예', '가마'], effectiveFrom: '2025-01-01' })],
      [document('pottery1', { title: 'Notes again' }), document('a', { passages: [] }), document('a')],
    ];
    const index = await embedded.index();
    for (const step of steps) {
      await embedded.put(...step);
      await put(...step);
    }
    await embedded.remove('pottery2');
    await units.run(() => writer.remove('pottery2'));
    for (const text of ['kiln fire', '가마 불', 'glaze colour of ash', '흙을 굽는다', 'Notes 3'])
      for (const filter of [
        EVERYTHING.filter,
        restrictedTo([['도예']]),
        restrictedTo([['도예', '가마']]),
        restrictedTo([]),
      ]) {
        const scope = { ...EVERYTHING, filter };
        const expected = await rankingOf(index, text, scope);
        expect(await replica.ranking(text, scope)).toEqual(expected);
      }
    expect((await replica.ranking('kiln fire')).lexical.length).toBeGreaterThan(5);
    await embedded.close();
  });

  it('sees earlier commits of any process, and nothing uncommitted', async () => {
    await put(document('a'));
    expect((await replica.ranking('kiln')).lexical).toHaveLength(1);
    const failed = units.run(async () => {
      await writer.put(document('b'));
      throw new Error('no');
    });
    await expect(failed).rejects.toThrow('no');
    expect((await replica.ranking('kiln')).lexical).toHaveLength(1);
    await units.run(() => writer.remove('a'));
    expect((await replica.ranking('kiln')).lexical).toEqual([]);
  });

  it('moves passages with their category', async () => {
    await put(document('a'));
    const paths = new PostgresCategoryPaths(server.database, '');
    await units.run(async () => paths.move(await paths.idOf(['도예']), ['공예']));
    const at = async (label: string) => replica.ranking('kiln', { ...EVERYTHING, filter: restrictedTo([[label]]) });
    expect((await at('도예')).lexical).toEqual([]);
    expect((await at('공예')).lexical).toHaveLength(1);
  });

  it('follows the groups of a document', async () => {
    await put(document('a'), document('b', { groups: ['board'] }));
    const seen = async (...groups: string[]) =>
      (await replica.ranking('kiln', { ...EVERYTHING, filter: memberOf(groups) })).lexical.length;
    expect([await seen(), await seen('board')]).toEqual([1, 2]);
    await units.run(() => writer.regroup('a', ['staff']));
    expect([await seen(), await seen('board'), await seen('staff'), await seen('board', 'staff')]).toEqual([
      0, 1, 1, 2,
    ]);
    await units.run(() => writer.regroup('a', []));
    expect([await seen(), await seen('board')]).toEqual([1, 2]);
  });

  it('copies a provider’s vectors and the model that serves them, and drops a removed model', async () => {
    const models = new PostgresEmbeddingModels(server.database);
    const backlog = new PostgresVectorBacklog(server.database);
    const [first = 0, second = 0] = await put(document('a'), document('b'));
    const model = await units.run(async () => {
      const id = await models.ofProvider('m', 2, '2025-01-01');
      await backlog.store(id, [{ id: first, vector: Float32Array.of(1, 0) }]);
      await models.serve(id);
      return id;
    });
    expect((await backlog.next(model, 9)).map(({ id }) => id)).toEqual([second]);
    expect(await backlog.count(model)).toBe(1);
    await replica.mirror.settled();
    expect((await replica.index.nearest(Float32Array.of(1, 0), 9)).map(({ id }) => id)).toEqual([first]);
    await units.run(() =>
      backlog.store(model, [
        { id: first, vector: Float32Array.of(0, 1) },
        { id: second, vector: Float32Array.of(1, 0) },
      ]),
    );
    await replica.mirror.settled();
    expect((await replica.index.nearest(Float32Array.of(1, 0), 1)).map(({ id }) => id)).toEqual([second]);
    await units.run(() => models.serve(undefined));
    await replica.mirror.settled();
    replica.index.live.sync();
    await replica.index.live.settled();
    expect(replica.index.live.space).toBeDefined();
  });

  it('starts with everything that is there', async () => {
    await put(...pottery(30));
    await units.run(() => writer.remove('pottery0'));
    const second = await Replica.open(server);
    expect(await second.ranking('kiln')).toEqual(await replica.ranking('kiln'));
    expect((await second.ranking('kiln')).lexical.length).toBeGreaterThan(0);
    await second.close();
  });
});
