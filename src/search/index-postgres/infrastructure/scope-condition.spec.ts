import fc from 'fast-check';
import { POSTGRES_SERVERS, PostgresUnderTest } from '../../../../test/support/postgres-servers.js';
import { restrictedTo } from '../../../shared/domain/category-filter.js';
import { sql } from '../../../shared/infrastructure/database/postgres/sql.js';
import { InnerScope } from './scope-condition.js';
import { AllowedPaths } from './filtered-ordinals.js';

const PATHS = 12;
const FILTER = restrictedTo([['Kilns']]);
const scopeOf = (ids: readonly number[]) =>
  new InnerScope(FILTER, '2026-01-01', new AllowedPaths(ids), new AllowedPaths(undefined));
const ascending = fc.subarray(Array.from({ length: PATHS }, (_, i) => i + 1));

describe('the paths of a scope', () => {
  it('are the same rows as ranges', () => {
    fc.assert(
      fc.property(ascending, (ids) => {
        const { runs } = new AllowedPaths(ids);
        const within = runs.flatMap(({ first, last }) => Array.from({ length: last - first + 1 }, (_, i) => first + i));
        expect(within).toEqual(ids);
      }),
    );
  });

  describe.each(POSTGRES_SERVERS)('on %s', (_name, open) => {
    let server: PostgresUnderTest;
    beforeAll(async () => {
      server = await open();
    });
    afterAll(() => server.drop());

    it('select the same rows as ranges or as a list', async () => {
      await fc.assert(
        fc.asyncProperty(ascending, async (ids) => {
          const rows = await server.database.query<{ path: number }>(sql`
            SELECT r.path_id AS path FROM (SELECT 1 AS collection, n::bigint AS path_id, 0 AS valid_from, 2147483647 AS valid_to
              FROM generate_series(1, ${PATHS}::integer) n) r
            WHERE ${scopeOf(ids).condition('r')} ORDER BY 1`);
          expect(rows.map(({ path }) => path)).toEqual(ids);
        }),
        { numRuns: 40 },
      );
    });
  });
});
