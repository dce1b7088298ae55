import { CategoryFilter } from '../../../shared/domain/category-filter.js';
import { pathCondition } from '../../../shared/infrastructure/database/postgres/postgres-category-paths.js';
import { Sql, sql, trusted } from '../../../shared/infrastructure/database/postgres/sql.js';
import { AllowedPaths } from './filtered-ordinals.js';
import { dayNumber } from '../../../text/values/calendar-day.js';

/** Above this many paths a statement evaluates the filter itself: sending the paths would take longer. */
const SENT_AT_MOST = 5_000;
/** Maximum number of path ranges to compare; each number of ranges is a separate statement, which is prepared once. */
const RUNS_AT_MOST = 4;

/** The scope of one search, with what its filter allows in the search's state of the store. */
export class InnerScope {
  /** Undefined for any day. */
  readonly day: number | undefined;

  /** @param world paths in the filter's visibility scope (`visibilityScope`) */
  constructor(
    private readonly filter: CategoryFilter,
    asOf: string | undefined,
    readonly allowed: AllowedPaths,
    readonly world: AllowedPaths,
  ) {
    this.day = asOf === undefined ? undefined : dayNumber(asOf);
  }

  /** Condition for rows of a table of words or vectors inside the scope. @param table name or alias, never input */
  condition(table: string): Sql {
    const inside = sql`${trusted(table)}.collection = 1 AND ${this.paths(`${table}.path_id`)}`;
    return this.day === undefined
      ? inside
      : sql`${inside} AND ${trusted(table)}.valid_from <= ${this.day} AND ${trusted(table)}.valid_to >= ${this.day}`;
  }

  /**
   * Sends the paths that the filter's condition returned: ranges and lists are compared fast, while a subselect is
   * evaluated row by row.
   */
  private paths(column: string): Sql {
    const { ids, runs } = this.allowed;
    if (runs.length > 0 && runs.length <= RUNS_AT_MOST) {
      const within = runs.map(({ first, last }) => sql`${trusted(column)} BETWEEN ${first} AND ${last}`);
      return sql`(${within.reduce((before, next) => sql`${before} OR ${next}`)})`;
    }
    if (ids === undefined || ids.length > SENT_AT_MOST) return pathCondition(this.filter, column);
    return sql`${trusted(column)} = ANY(${ids}::bigint[])`;
  }
}
