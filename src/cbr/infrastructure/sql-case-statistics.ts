import { Injectable } from '@nestjs/common';
import { CategoryFilter, mayUseSharedModels } from '../../shared/domain/category-filter.js';
import { Sql, sql } from '../../shared/infrastructure/database/postgres/sql.js';
import { CaseSqlStore } from './case-database.js';
import { CaseCounts, CaseStatistics } from '../domain/case-statistics.js';
import { NO_SUGGESTION } from './log-rows.js';
import { foldPath } from '../../shared/domain/category-path.js';
import { readStrings } from './case-rows.js';
import { visibleCases } from './visible-cases.js';
import { pathTable } from '../../shared/infrastructure/database/filter-condition.js';

export type CategoryCount = CaseCounts['categories'][number];

/** Cases under one row of the category paths. */
export interface CategoryCountRow {
  /** JSON, in display case. */
  readonly current_path: string;
  readonly cases: number;
}

/** Merges rows of one category that differ in display case, under the first one's. */
function toCategoryCounts(rows: readonly CategoryCountRow[]): CategoryCount[] {
  const byKey = new Map<string, CategoryCount>();
  for (const row of rows) {
    const path = readStrings(row.current_path);
    const key = foldPath(path);
    const known = byKey.get(key);
    byKey.set(key, { path: known?.path ?? path, cases: (known?.cases ?? 0) + row.cases });
  }
  return [...byKey.values()];
}

/** Number of suggestions for the 95th percentile. */
const WINDOW = 1_000;

/** Questions of a key are private; a caller who may see everything also sees the totals. */
function ownSuggestions(filter: CategoryFilter, userId: string): Sql {
  return mayUseSharedModels(filter) ? sql`1 = 1` : sql`user_id = ${userId}`;
}

/** Counters by SQL, inside the caller's filter, from one snapshot. */
@Injectable()
export class SqlCaseStatistics extends CaseStatistics {
  constructor(private readonly store: CaseSqlStore) {
    super();
  }

  read(filter: CategoryFilter, userId: string, without: readonly string[] = []): Promise<CaseCounts> {
    return this.store.transaction(() => this.readAll(filter, userId, without), { snapshot: true });
  }

  private async readAll(filter: CategoryFilter, userId: string, without: readonly string[]): Promise<CaseCounts> {
    const { dialect } = this.store;
    const inside = sql`${await visibleCases(this.store, filter)} AND NOT (${dialect.isOneOf('c.case_id', without)})`;
    const totals = await this.store.one<{ cases: number; quality: number | null; used: number | null }>(
      sql`SELECT count(*) AS cases, avg(c.quality_score) AS quality, CAST(sum(c.usage_count) AS bigint) AS used
          FROM cbr_cases c WHERE ${inside}`,
    );
    // For a caller who sees a part, without the ratings of cases that are hidden from him.
    const ratings = await this.store.one<{ rated: number | null; successful: number | null }>(
      filter.kind === 'unrestricted'
        ? sql`SELECT CAST(sum(rated) AS bigint) AS rated, CAST(sum(successful) AS bigint) AS successful
          FROM cbr_interaction_counts`
        : sql`SELECT count(f.success) AS rated, CAST(sum(f.success) AS bigint) AS successful
          FROM cbr_feedback f JOIN cbr_cases c ON c.case_id = f.case_id WHERE ${inside}`,
    );
    return {
      cases: totals?.cases ?? 0,
      averageQuality: totals?.quality ?? 0,
      totalUsage: totals?.used ?? 0,
      mostUsed: await this.mostUsed(inside),
      categories: await this.categories(inside),
      rated: ratings?.rated ?? 0,
      successful: ratings?.successful ?? 0,
      suggestions: await this.suggestions(filter, userId),
      p95ResponseMs: await this.p95ResponseMs(filter, userId),
    };
  }

  private async mostUsed(inside: Sql): Promise<CaseCounts['mostUsed']> {
    const row = await this.store.one<{ case_id: string; usage_count: number }>(
      sql`SELECT c.case_id, c.usage_count FROM cbr_cases c WHERE c.usage_count > 0 AND ${inside}
          ORDER BY c.usage_count DESC, c.quality_score DESC, c.case_id LIMIT 1`,
    );
    return row === undefined ? null : { caseId: row.case_id, usageCount: row.usage_count };
  }

  private async categories(inside: Sql): Promise<CategoryCount[]> {
    const rows = await this.store.query<CategoryCountRow>(
      sql`SELECT p.current_path, count(*) AS cases FROM cbr_cases c JOIN ${pathTable(this.store.dialect, 'cbr_', 'category_paths')} p ON p.id = c.path_id
          WHERE ${inside} GROUP BY p.id ORDER BY p.id`,
    );
    return toCategoryCounts(rows);
  }

  private suggestions(filter: CategoryFilter, userId: string): Promise<CaseCounts['suggestions']> {
    return this.store.query<{ method: string; suggestions: number; totalMs: number }>(
      sql`SELECT similarity_method AS method, CAST(sum(suggestions) AS bigint) AS suggestions, sum(total_ms) AS "totalMs"
          FROM cbr_suggestion_counts WHERE ${ownSuggestions(filter, userId)}
          GROUP BY similarity_method ORDER BY suggestions DESC, method`,
    );
  }

  private async p95ResponseMs(filter: CategoryFilter, userId: string): Promise<number> {
    const rows = await this.store.query<{ ms: number }>(
      sql`SELECT execution_time_ms AS ms FROM cbr_logs
          WHERE similarity_method <> ${NO_SUGGESTION} AND ${ownSuggestions(filter, userId)} ORDER BY id DESC LIMIT ${WINDOW}`,
    );
    const times = rows.map(({ ms }) => ms).sort((a, b) => a - b);
    return times[Math.ceil(0.95 * times.length) - 1] ?? 0;
  }
}
