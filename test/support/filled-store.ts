import type Database from 'better-sqlite3';
import { TableLayout } from '../../src/backup/infrastructure/tables/table-layout.js';
import { StoreFile } from '../../src/shared/domain/store-files.js';

interface ColumnInfo {
  readonly name: string;
  readonly notnull: number;
  readonly pk: number;
}

/** Tables with at most one row. */
const SINGLE = new Set(['agent_id_secret', 'audit_anchor', 'clock_watermark', 'taxonomy_active']);
/** Values that the schema requires. */
const GIVEN: Readonly<Record<string, (i: number) => unknown>> = {
  kind: (i) => (i % 2 === 0 ? 'fitted' : 'provider'),
  active: (i) => (i === 1 ? 1 : 0),
  events: (i) => JSON.stringify(i % 2 === 0 ? [] : [{ kind: 'step', i }]),
};

/** Hangul, quotes, what PostgreSQL and its lists escape, and what sorts otherwise by language than by bytes. */
const text = (column: string, i: number): string => `${i % 3 === 0 ? 'Z' : 'é'} ${column} ${i} 가마 '"\\{},NULL\n\t😀`;

function valueOf({ columns }: TableLayout, column: ColumnInfo, i: number): unknown {
  const given = GIVEN[column.name];
  if (given !== undefined) return given(i);
  const type = columns.find((each) => each.name === column.name)?.type;
  if (column.notnull === 0 && column.pk === 0 && i % 2 === 0) return null;
  if (type === 'integer') return i;
  if (type === 'real') return 1 / (i + 2);
  if (type === 'blob') return Buffer.from([0, 255, i % 256, 39, 92, ...Buffer.from(String(i))]);
  return text(column.name, i);
}

/** Fills every table of an embedded store with rows of all kinds of values; row i points to row i of other tables. */
export function fillStore(
  layouts: readonly TableLayout[],
  databaseOf: (file: StoreFile) => Database.Database,
  rows: number,
): void {
  for (const layout of layouts) {
    const db = databaseOf(layout.file);
    const infos = db
      .prepare<[string], ColumnInfo>('SELECT name, "notnull", pk FROM pragma_table_info(?) ORDER BY cid')
      .all(layout.embedded)
      .filter(({ name }) => layout.left?.includes(name) !== true);
    const insert = db.prepare(
      `INSERT OR REPLACE INTO "${layout.embedded}" (${infos.map(({ name }) => `"${name}"`).join(', ')})
       VALUES (${infos.map(() => '?').join(', ')})`,
    );
    const last = SINGLE.has(layout.name) ? 1 : rows;
    db.transaction(() => {
      for (let i = 1; i <= last; i++) insert.run(...infos.map((info) => valueOf(layout, info, i)));
    })();
  }
}
