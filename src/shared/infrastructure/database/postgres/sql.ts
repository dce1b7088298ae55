/** A value that is bound to a statement, never inserted into its text. */
export type SqlValue = string | number | boolean | null | Uint8Array | readonly (string | null)[] | readonly number[];

const areValues = (inserts: readonly (SqlValue | Sql)[]): inserts is readonly SqlValue[] =>
  !inserts.some((insert) => insert instanceof Sql);

/** An SQL fragment with its values, which may be part of a larger one. Values are numbered in the complete statement. */
export class Sql {
  /** Present if no other SQL is inserted. */
  private readonly plain: readonly SqlValue[] | undefined;

  constructor(
    private readonly strings: readonly string[],
    private readonly inserts: readonly (SqlValue | Sql)[],
  ) {
    this.plain = areValues(inserts) ? inserts : undefined;
  }

  /** The statement with `$1`, `$2`, … and the values in that order. */
  get whole(): { readonly text: string; readonly values: readonly SqlValue[] } {
    const values: SqlValue[] = [];
    return { text: this.textInto(values), values };
  }

  /** The statement with `?` for each value. */
  get textWithMarks(): string {
    return this.strings.reduce((text, string, i) => {
      const insert = this.inserts[i - 1];
      return `${text}${insert instanceof Sql ? insert.textWithMarks : '?'}${string}`;
    });
  }

  /** The values in the order of their placeholders. */
  get values(): readonly SqlValue[] {
    return this.plain ?? this.inserts.flatMap((insert) => (insert instanceof Sql ? insert.values : [insert]));
  }

  /**
   * The constant parts of a statement without inserted SQL. They determine its text, and are the same object at each run of a line of code.
   * Undefined for any other statement.
   */
  get template(): readonly string[] | undefined {
    return this.plain === undefined ? undefined : this.strings;
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
 * Template tag for SQL: an expression in `${}` is bound as a value, or inserted if it is SQL itself.
 * @example sql`SELECT * FROM jobs WHERE job_id = ${jobId} AND ${condition}`
 */
export function sql(strings: TemplateStringsArray, ...inserts: readonly (SqlValue | Sql)[]): Sql {
  return new Sql(strings, inserts);
}

/** Converts a constant text of this program to SQL: names of tables and columns, conditions without values. Never input. */
export function trusted(text: string): Sql {
  return new Sql([text], []);
}

/** Joins fragments with commas: columns, values, rows. Not for an empty list. */
export function joined(pieces: readonly Sql[]): Sql {
  return new Sql(['', ...pieces.slice(1).map(() => ', '), ''], pieces);
}
