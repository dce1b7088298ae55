import { Injectable } from '@nestjs/common';
import { atOrBelow, CategoryFilter, limitsCategories } from '../../shared/domain/category-filter.js';
import { displayPath } from '../../shared/domain/category-path.js';
import { encodeNameCursor, Page } from '../../shared/domain/page.js';
import { CategoryPathRegistry } from '../../shared/infrastructure/database/category-path-registry.js';
import { caseCondition, SqlCondition } from '../../shared/infrastructure/database/filter-condition.js';
import { PreparedStatements } from '../../shared/infrastructure/database/prepared-statements.js';
import { Case } from '../domain/case.js';
import { CasePageQuery, CaseStore, HiddenCase, NONE_HIDDEN } from '../domain/case-store.js';
import { CaseDatabase } from './case-database.js';
import { authorColumn, CASE_COLUMNS, CaseRow, readStrings, scopedCaseId, sourcesColumn, toCase } from './case-rows.js';
import { AuthorRow, AUTHORS, coveredAuthors } from './visible-cases.js';

/**
 * Cases in SQLite. All values are bound; the filter is the one condition of the category registry. Each engine has its
 * own class: cases are loaded in bulk, and the shared store also writes the outbox.
 */
@Injectable()
export class SqliteCaseStore extends CaseStore {
  private readonly committed: PreparedStatements;
  private readonly own: PreparedStatements;
  private readonly paths: CategoryPathRegistry;

  constructor(database: CaseDatabase) {
    super();
    this.committed = new PreparedStatements(database.reader);
    this.own = new PreparedStatements(database.writer);
    this.paths = new CategoryPathRegistry(database);
  }

  find(caseId: string, filter: CategoryFilter, isHidden?: HiddenCase): Promise<Case | undefined> {
    return this.read(this.committed, caseId, filter, isHidden);
  }

  current(caseId: string, filter: CategoryFilter, isHidden?: HiddenCase): Promise<Case | undefined> {
    return this.read(this.own, caseId, filter, isHidden);
  }

  freeId(caseId: string, filter: CategoryFilter): Promise<string> {
    const mayHave = filter.kind === 'unrestricted' || (!limitsCategories(filter) && !this.isTaken(this.own, caseId));
    if (mayHave) return Promise.resolve(caseId);
    for (let attempt = 0; ; attempt++) {
      const scoped = scopedCaseId(caseId, filter, attempt);
      if (!this.isTaken(this.own, scoped)) return Promise.resolve(scoped);
    }
  }

  findMany(caseIds: readonly string[], filter: CategoryFilter): Promise<readonly Case[]> {
    const inside = this.visible(this.committed, filter);
    const rows = this.committed
      .get<CaseRow>(
        `SELECT ${CASE_COLUMNS} FROM cbr_cases c WHERE c.case_id IN (SELECT value FROM json_each(?)) AND ${inside.sql}`,
      )
      .all(JSON.stringify(caseIds), ...inside.params);
    return Promise.resolve(rows.map(toCase));
  }

  page({ filter, category, after, limit, isQuoting }: CasePageQuery): Promise<Page<Case>> {
    const inside = this.visible(this.committed, filter);
    const within = caseCondition(atOrBelow(category), 'c.path_id');
    // At or below the category, and with as many labels: exactly the category.
    const levels =
      category === undefined
        ? { sql: '1', params: [] }
        : { sql: 'json_array_length(c.category_path) = ?', params: [category.length] };
    const rows = this.committed
      .get<CaseRow>(
        `SELECT ${CASE_COLUMNS} FROM cbr_cases c
         WHERE c.case_id > ? AND ${inside.sql} AND ${within.sql} AND ${levels.sql}
           AND ${isQuoting === true ? 'c.sources IS NOT NULL' : '1'} ORDER BY c.case_id LIMIT ?`,
      )
      .all(after, ...inside.params, ...within.params, ...levels.params, limit + 1);
    const items = rows.slice(0, limit);
    const last = items.at(-1);
    return Promise.resolve({
      items: items.map(toCase),
      nextCursor: rows.length > limit && last !== undefined ? encodeNameCursor(last.case_id) : null,
    });
  }

  put(one: Case): Promise<void> {
    const path = displayPath(one.categoryPath);
    // A vector is valid only for the question that it was computed from.
    this.own
      .get('DELETE FROM cbr_vectors WHERE case_row = (SELECT id FROM cbr_cases WHERE case_id = ? AND query <> ?)')
      .run(one.caseId, one.query);
    this.own
      .get(
        `INSERT INTO cbr_cases (case_id, query, category_path, path_id, content, quality_score, usage_count, success_rate,
           metadata, created_at, updated_at, sources, author)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT (case_id) DO UPDATE SET query = excluded.query, category_path = excluded.category_path,
           path_id = excluded.path_id, content = excluded.content, quality_score = excluded.quality_score,
           usage_count = excluded.usage_count, success_rate = excluded.success_rate, metadata = excluded.metadata,
           created_at = excluded.created_at, updated_at = excluded.updated_at, sources = excluded.sources,
           author = excluded.author`,
      )
      .run(
        one.caseId,
        one.query,
        JSON.stringify(path),
        this.paths.idOf(path),
        one.content,
        one.qualityScore,
        one.usageCount,
        one.successRate,
        JSON.stringify(one.metadata),
        one.createdAt,
        one.updatedAt,
        sourcesColumn(one),
        authorColumn(one),
      );
    return Promise.resolve();
  }

  remove(caseId: string): Promise<void> {
    this.forgetInLogs(caseId);
    this.own.get('DELETE FROM cbr_feedback WHERE case_id = ?').run(caseId);
    this.own.get('DELETE FROM cbr_cases WHERE case_id = ?').run(caseId);
    return Promise.resolve();
  }

  async *all(batch: number): AsyncGenerator<readonly Case[]> {
    let after = 0;
    for (;;) {
      const rows = this.committed
        .get<CaseRow>(`SELECT ${CASE_COLUMNS} FROM cbr_cases c WHERE c.id > ? ORDER BY c.id LIMIT ?`)
        .all(after, batch);
      const last = rows.at(-1);
      if (last === undefined) return;
      yield await Promise.resolve(rows.map(toCase));
      after = last.id;
    }
  }

  count(): Promise<number> {
    const row = this.committed.get<{ cases: number }>('SELECT count(*) AS cases FROM cbr_cases').get();
    return Promise.resolve(row?.cases ?? 0);
  }

  private async read(
    statements: PreparedStatements,
    caseId: string,
    filter: CategoryFilter,
    isHidden: HiddenCase = NONE_HIDDEN,
  ): Promise<Case | undefined> {
    const named = this.readExactly(statements, caseId, filter);
    if (filter.kind === 'unrestricted' || (named !== undefined && !(await isHidden(named)))) return named;
    for (let attempt = 0; ; attempt++) {
      const scoped = scopedCaseId(caseId, filter, attempt);
      const own = this.readExactly(statements, scoped, filter);
      // A case that was moved out of the filter keeps its id; the caller's next case gets the next attempt.
      if (own === undefined ? !this.isTaken(statements, scoped) : !(await isHidden(own))) return own;
    }
  }

  private isTaken(statements: PreparedStatements, caseId: string): boolean {
    return statements.get('SELECT 1 FROM cbr_cases WHERE case_id = ?').get(caseId) !== undefined;
  }

  private readExactly(statements: PreparedStatements, caseId: string, filter: CategoryFilter): Case | undefined {
    const inside = this.visible(statements, filter);
    const row = statements
      .get<CaseRow>(`SELECT ${CASE_COLUMNS} FROM cbr_cases c WHERE c.case_id = ? AND ${inside.sql}`)
      .get(caseId, ...inside.params);
    return row === undefined ? undefined : toCase(row);
  }

  /** The same as `visibleCases`, within the open transaction too. */
  private visible(statements: PreparedStatements, filter: CategoryFilter): SqlCondition {
    const inside = caseCondition(filter, 'c.path_id');
    if (filter.kind === 'unrestricted') return inside;
    const authors = coveredAuthors(statements.get<AuthorRow>(AUTHORS).all(), filter);
    return {
      sql: `(${inside.sql} AND (c.author IS NULL OR c.author IN (SELECT value FROM json_each(?))))`,
      params: [...inside.params, JSON.stringify(authors)],
    };
  }

  /** Deletes logs that only name this case, and removes the case from the others. */
  private forgetInLogs(caseId: string): void {
    const logs = this.own
      .get<{ id: number; suggested_case_ids: string; picked_case_ids: string; others: number }>(
        `SELECT l.id, l.suggested_case_ids, l.picked_case_ids,
           (SELECT count(*) FROM cbr_log_cases o WHERE o.log = l.id AND o.case_id <> ?) AS others
         FROM cbr_logs l WHERE l.id IN (SELECT log FROM cbr_log_cases WHERE case_id = ?)`,
      )
      .all(caseId, caseId);
    const without = (json: string) => JSON.stringify(readStrings(json).filter((id) => id !== caseId));
    for (const log of logs) {
      if (log.others === 0) this.own.get('DELETE FROM cbr_logs WHERE id = ?').run(log.id);
      else {
        this.own.get('DELETE FROM cbr_log_cases WHERE log = ? AND case_id = ?').run(log.id, caseId);
        this.own
          .get('UPDATE cbr_logs SET suggested_case_ids = ?, picked_case_ids = ? WHERE id = ?')
          .run(without(log.suggested_case_ids), without(log.picked_case_ids), log.id);
      }
    }
  }
}
