/** A value that is bound to a statement, never written into it. */
export type SqlValue = string | number | boolean | null | Uint8Array | readonly (string | null)[] | readonly number[];

/** A piece of SQL with its values, which may stand in a larger one. Values are numbered when the statement is whole. */
export class Sql {
  constructor(
    private readonly strings: readonly string[],
    private readonly inserts: readonly (SqlValue | Sql)[],
  ) {}

  /** The statement with `$1`, `$2`, … and the values in that order. */
  get whole(): { readonly text: string; readonly values: readonly SqlValue[] } {
    const values: SqlValue[] = [];
    return { text: this.textInto(values), values };
  }

  private textInto(values: SqlValue[]): string {
    return this.strings.reduce((text, string, i) => {
      const insert = this.inserts[i - 1];
      if (insert instanceof Sql) return `${text}${insert.textInto(values)}${string}`;
      values.push(insert ?? null);
      return `${text}$${values.length}${string}`;
    });
  }
}

/**
 * SQL as it is written: what stands in `${}` is bound as a value, or put in place when it is itself SQL.
 * @example sql`SELECT * FROM jobs WHERE job_id = ${jobId} AND ${condition}`
 */
export function sql(strings: TemplateStringsArray, ...inserts: readonly (SqlValue | Sql)[]): Sql {
  return new Sql(strings, inserts);
}

/** A text of this program as SQL: names of tables and columns, conditions without values. Never input. */
export function trusted(text: string): Sql {
  return new Sql([text], []);
}
