import { POSTGRES_SERVERS, PostgresUnderTest } from '../../../../test/support/postgres-servers.js';
import { memberOf, restrictedTo } from '../../../shared/domain/category-filter.js';
import { PostgresCategoryPaths } from '../../../shared/infrastructure/database/postgres/postgres-category-paths.js';
import {
  PostgresTransaction,
  readPosition,
} from '../../../shared/infrastructure/database/postgres/postgres-transaction.js';
import { DatabaseReader } from './database-reader.js';
import { FilteredOrdinals } from './filtered-ordinals.js';

describe.each(POSTGRES_SERVERS)('the paths that a filter allows on %s', (_name, open) => {
  let server: PostgresUnderTest;
  beforeAll(async () => {
    server = await open();
  });
  afterAll(() => server.drop());

  it('are read once for every commit, and are those of the state that is read', async () => {
    const { database } = server;
    const paths = new PostgresCategoryPaths(database, '');
    const units = new PostgresTransaction(database, 'documents');
    const places = new FilteredOrdinals();
    let asked = 0;
    class CountingReader extends DatabaseReader {
      override one<Row extends object>(...statement: Parameters<DatabaseReader['one']>): Promise<Row | undefined> {
        asked++;
        return super.one<Row>(...statement);
      }
    }
    const reader = new CountingReader(database, undefined);
    const allowed = async () => {
      const position = await readPosition(database, 'documents');
      return (await places.of(restrictedTo([['Kilns']]), position, reader)).ids;
    };

    await units.run(() => paths.idOf(['Elsewhere']));
    const first = await units.run(() => paths.idOf(['Kilns']));
    expect([await allowed(), await allowed()]).toEqual([[first], [first]]);
    expect(asked).toBe(1);

    const second = await units.run(() => paths.idOf(['Kilns', 'Wood']));
    expect([await allowed(), await allowed()]).toEqual([
      [first, second],
      [first, second],
    ]);
    await units.run(() => paths.move(first, ['Glass']));
    expect(await allowed()).toEqual([second]);
    expect(asked).toBe(3);
  });

  it('need no mask as long as a filter allows every row, and one as soon as it does not', async () => {
    const { database } = server;
    const paths = new PostgresCategoryPaths(database, '');
    const units = new PostgresTransaction(database, 'documents');
    const places = new FilteredOrdinals();
    const reader = new DatabaseReader(database, undefined);
    const allowed = async () =>
      (await places.of(memberOf(['staff']), await readPosition(database, 'documents'), reader)).ids;
    const [before] = [await allowed()];
    const secret = await units.run(() => paths.placesOf([{ canonicalPath: ['Kilns'], groups: ['board'] }]));
    const after = await allowed();
    expect([before, after?.includes(secret[0] ?? 0), (after?.length ?? 0) > 0]).toEqual([undefined, false, true]);
  });
});
