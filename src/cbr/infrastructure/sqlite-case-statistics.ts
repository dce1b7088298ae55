import { Injectable } from '@nestjs/common';
import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { filterCondition, SqlCondition } from '../../shared/infrastructure/database/filter-condition.js';
import { PreparedStatements } from '../../shared/infrastructure/database/prepared-statements.js';
import { CaseCounts, CaseStatistics } from '../domain/case-statistics.js';
import { CaseDatabase } from './case-database.js';
import { NO_SUGGESTION } from './log-rows.js';
import { CategoryCount, CategoryCountRow, toCategoryCounts } from './category-counts.js';

/** Suggestions that the 95th percentile is taken of. */
const WINDOW = 1_000;

/** What a key asked is its own affair; who may see everything also sees all of it added up. */
function ownSuggestions(filter: CategoryFilter, userId: string): SqlCondition {
  return filter.kind === 'unrestricted' ? { sql: '1', params: [] } : { sql: 'user_id = ?', params: [userId] };
}

/** Counters by SQL, inside the caller's filter. */
@Injectable()
export class SqliteCaseStatistics extends CaseStatistics {
  private readonly statements: PreparedStatements;

  constructor(database: CaseDatabase) {
    super();
    this.statements = new PreparedStatements(database.reader);
  }

  read(filter: CategoryFilter, userId: string): Promise<CaseCounts> {
    const inside = filterCondition(filter, 'c.path_id');
    const totals = this.statements
      .get<{ cases: number; quality: number | null; used: number | null }>(
        `SELECT count(*) AS cases, avg(c.quality_score) AS quality, sum(c.usage_count) AS used FROM cbr_cases c WHERE ${inside.sql}`,
      )
      .get(...inside.params);
    const ratings = this.statements
      .get<{ rated: number | null; successful: number | null }>(
        `SELECT sum(c.rated) AS rated, sum(c.successful) AS successful FROM cbr_interaction_counts c WHERE ${inside.sql}`,
      )
      .get(...inside.params);
    return Promise.resolve({
      cases: totals?.cases ?? 0,
      averageQuality: totals?.quality ?? 0,
      totalUsage: totals?.used ?? 0,
      mostUsed: this.mostUsed(inside),
      categories: this.categories(inside),
      rated: ratings?.rated ?? 0,
      successful: ratings?.successful ?? 0,
      suggestions: this.suggestions(filter, userId),
      p95ResponseMs: this.p95ResponseMs(filter, userId),
    });
  }

  private mostUsed(inside: SqlCondition): CaseCounts['mostUsed'] {
    const row = this.statements
      .get<{ case_id: string; usage_count: number }>(
        `SELECT c.case_id, c.usage_count FROM cbr_cases c WHERE c.usage_count > 0 AND ${inside.sql}
         ORDER BY c.usage_count DESC, c.quality_score DESC, c.case_id LIMIT 1`,
      )
      .get(...inside.params);
    return row === undefined ? null : { caseId: row.case_id, usageCount: row.usage_count };
  }

  private categories(inside: SqlCondition): CategoryCount[] {
    const rows = this.statements
      .get<CategoryCountRow>(
        `SELECT p.display, count(*) AS cases FROM cbr_cases c JOIN category_paths p ON p.id = c.path_id
         WHERE ${inside.sql} GROUP BY p.id ORDER BY p.id`,
      )
      .all(...inside.params);
    return toCategoryCounts(rows);
  }

  private suggestions(filter: CategoryFilter, userId: string): CaseCounts['suggestions'] {
    const own = ownSuggestions(filter, userId);
    return this.statements
      .get<{ method: string; suggestions: number; totalMs: number }>(
        `SELECT similarity_method AS method, sum(suggestions) AS suggestions, sum(total_ms) AS totalMs
         FROM cbr_suggestion_counts WHERE ${own.sql} GROUP BY similarity_method ORDER BY suggestions DESC, method`,
      )
      .all(...own.params);
  }

  private p95ResponseMs(filter: CategoryFilter, userId: string): number {
    const own = ownSuggestions(filter, userId);
    const times = this.statements
      .get<{ ms: number }>(
        `SELECT execution_time_ms AS ms FROM cbr_logs
         WHERE similarity_method <> '${NO_SUGGESTION}' AND ${own.sql} ORDER BY id DESC LIMIT ${WINDOW}`,
      )
      .all(...own.params)
      .map(({ ms }) => ms)
      .sort((a, b) => a - b);
    return times[Math.ceil(0.95 * times.length) - 1] ?? 0;
  }
}
