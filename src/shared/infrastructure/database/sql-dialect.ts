import { joined, Sql, sql, trusted } from './postgres/sql.js';

/** Digits to which numbers are padded for sorting; of a longer one the last digits count. */
const NUMBER_DIGITS = 10;

const folded = (text: string): string => text.normalize('NFC').toLowerCase();

/** Functions that SQLite lacks, for its connections. Each is the same in `PostgresDialect`, in SQL. */
export const SQLITE_FUNCTIONS = {
  folded,
  natural_key: (text: string): string =>
    folded(text).replaceAll(/[0-9]+/gu, (digits) => digits.padStart(NUMBER_DIGITS, '0').slice(-NUMBER_DIGITS)),
} as const;

/**
 * SQL that differs between SQLite and PostgreSQL. Use standard SQL first: `INSERT … ON CONFLICT (key) DO UPDATE`, `RETURNING`,
 * `CAST (x AS bigint)`, `coalesce`, row values and `CASE` are the same in both.
 */
export abstract class SqlDialect {
  abstract readonly name: 'sqlite' | 'postgres';
  /**
   * Condition: the column has one of these values. False for an empty list.
   * @param column of this program, never input
   * @example sql`SELECT * FROM documents WHERE ${store.dialect.isOneOf('document_id', ids)}`
   */
  abstract isOneOf(column: string, values: readonly string[] | readonly number[]): Sql;
  /**
   * Condition: the JSON list of texts in the column has one of these values. False for an empty list.
   * @param column of this program, never input
   */
  abstract holdsOneOf(column: string, values: readonly string[]): Sql;
  /**
   * SELECT of these rows, for INSERT or IN: one statement, and the same text, for any number of them.
   * @param types of the columns
   * @example sql`INSERT INTO document_bands (band, document_id) ${dialect.rows(['integer', 'text'], pairs)} ON CONFLICT DO NOTHING`
   */
  abstract rows(types: readonly ColumnType[], rows: readonly (readonly (string | number)[])[]): Sql;
  /** Text that sorts by its bytes in the order of people: without case, numbers by their value. */
  abstract naturalKey(text: Sql): Sql;
  /** Condition: the text contains the part, whatever its case. */
  abstract contains(text: Sql, part: string): Sql;
  /** After a SELECT inside a transaction: locks these rows until its end. Empty for SQLite, which has one writer. */
  abstract readonly forUpdate: Sql;
}

export type ColumnType = 'integer' | 'bigint' | 'text';

export class SqliteDialect extends SqlDialect {
  readonly name = 'sqlite';
  readonly forUpdate = trusted('');

  isOneOf(column: string, values: readonly string[] | readonly number[]): Sql {
    return sql`${trusted(column)} IN (SELECT value FROM json_each(${values}))`;
  }

  holdsOneOf(column: string, values: readonly string[]): Sql {
    return sql`EXISTS (SELECT 1 FROM json_each(${trusted(column)}) held WHERE held.value IN (SELECT value FROM json_each(${values})))`;
  }

  rows(types: readonly ColumnType[], rows: readonly (readonly (string | number)[])[]): Sql {
    const columns = types.map((_, i) => trusted(`json_extract(value, '$[${i}]')`));
    // Without a condition the parser would read ON as that of a join.
    return sql`SELECT ${joined(columns)} FROM json_each(${JSON.stringify(rows)}) WHERE 1 = 1`;
  }

  naturalKey(text: Sql): Sql {
    return sql`natural_key(${text})`;
  }

  contains(text: Sql, part: string): Sql {
    return sql`instr(folded(${text}), ${folded(part)}) > 0`;
  }
}

export class PostgresDialect extends SqlDialect {
  readonly name = 'postgres';
  readonly forUpdate = trusted('FOR UPDATE');

  isOneOf(column: string, values: readonly string[] | readonly number[]): Sql {
    return sql`${trusted(column)} = ANY (${values})`;
  }

  holdsOneOf(column: string, values: readonly string[]): Sql {
    return sql`CAST(${trusted(column)} AS jsonb) ?| CAST(${values} AS text[])`;
  }

  rows(types: readonly ColumnType[], rows: readonly (readonly (string | number)[])[]): Sql {
    const lists = types.map((type, i) => {
      const values = rows.map((row) => row[i] ?? null);
      return sql`CAST(${values.map((value) => (value === null ? null : String(value)))} AS ${trusted(type)}[])`;
    });
    return sql`SELECT * FROM unnest(${joined(lists)})`;
  }

  naturalKey(text: Sql): Sql {
    const padded = sql`regexp_replace(lower(normalize(${text}, NFC)), '([0-9]+)', ${`${'0'.repeat(NUMBER_DIGITS)}\\1`}, 'g')`;
    return sql`regexp_replace(${padded}, ${`[0-9]*([0-9]{${NUMBER_DIGITS}})`}, '\\1', 'g')`;
  }

  contains(text: Sql, part: string): Sql {
    return sql`strpos(lower(normalize(${text}, NFC)), lower(normalize(CAST(${part} AS text), NFC))) > 0`;
  }
}
