import { Injectable } from '@nestjs/common';
import { atOrBelow, CategoryFilter, limitsCategories } from '../../shared/domain/category-filter.js';
import { displayPath } from '../../shared/domain/category-path.js';
import { encodeNameCursor, Page } from '../../shared/domain/page.js';
import {
  pathCondition,
  PostgresCategoryPaths,
} from '../../shared/infrastructure/database/postgres/postgres-category-paths.js';
import { PostgresDatabase } from '../../shared/infrastructure/database/postgres/postgres-database.js';
import { sql, trusted } from '../../shared/infrastructure/database/postgres/sql.js';
import { Case } from '../domain/case.js';
import { CasePageQuery, CaseStore, HiddenCase, NONE_HIDDEN } from '../domain/case-store.js';
import { authorColumn, CASE_COLUMNS, CaseRow, readStrings, scopedCaseId, sourcesColumn, toCase } from './case-rows.js';
import { visibleCases } from './visible-cases.js';

const COLUMNS = trusted(CASE_COLUMNS);

/**
 * Cases in the shared store. Every change is written to the outbox, so that the indexes of all replicas follow. Each
 * engine has its own class: cases are loaded in bulk, and the shared store also writes the outbox.
 */
@Injectable()
export class PostgresCaseStore extends CaseStore {
  private readonly paths: PostgresCategoryPaths;

  constructor(private readonly database: PostgresDatabase) {
    super();
    this.paths = new PostgresCategoryPaths(database, 'cbr_');
  }

  async find(caseId: string, filter: CategoryFilter, isHidden: HiddenCase = NONE_HIDDEN): Promise<Case | undefined> {
    const named = await this.readExactly(caseId, filter);
    if (filter.kind === 'unrestricted' || (named !== undefined && !(await isHidden(named)))) return named;
    for (let attempt = 0; ; attempt++) {
      const scoped = scopedCaseId(caseId, filter, attempt);
      const own = await this.readExactly(scoped, filter);
      // A case that was moved out of the filter keeps its id; the caller's next case gets the next attempt.
      if (own === undefined ? !(await this.isTaken(scoped)) : !(await isHidden(own))) return own;
    }
  }

  current(caseId: string, filter: CategoryFilter, isHidden?: HiddenCase): Promise<Case | undefined> {
    return this.find(caseId, filter, isHidden);
  }

  async freeId(caseId: string, filter: CategoryFilter): Promise<string> {
    if (filter.kind === 'unrestricted' || (!limitsCategories(filter) && !(await this.isTaken(caseId)))) return caseId;
    for (let attempt = 0; ; attempt++) {
      const scoped = scopedCaseId(caseId, filter, attempt);
      if (!(await this.isTaken(scoped))) return scoped;
    }
  }

  async findMany(caseIds: readonly string[], filter: CategoryFilter): Promise<readonly Case[]> {
    const inside = await visibleCases(this.database, filter);
    const rows = await this.database.query<CaseRow>(
      sql`SELECT ${COLUMNS} FROM cbr_cases c WHERE c.case_id = ANY(${caseIds}::text[]) AND ${inside}`,
    );
    return rows.map(toCase);
  }

  async page({ filter, category, after, limit, isQuoting }: CasePageQuery): Promise<Page<Case>> {
    // At or below the category, and with as many labels: exactly the category.
    const within =
      category === undefined
        ? sql`true`
        : sql`${pathCondition(atOrBelow(category), 'c.path_id', 'cbr_')}
              AND json_array_length(c.category_path::json) = ${category.length}`;
    const inside = await visibleCases(this.database, filter);
    const quoting = isQuoting === true ? sql`c.sources IS NOT NULL` : sql`true`;
    const rows = await this.database.query<CaseRow>(
      sql`SELECT ${COLUMNS} FROM cbr_cases c WHERE c.case_id > ${after} AND ${inside} AND ${within} AND ${quoting}
          ORDER BY c.case_id LIMIT ${limit + 1}`,
    );
    const items = rows.slice(0, limit);
    const last = items.at(-1);
    return {
      items: items.map(toCase),
      nextCursor: rows.length > limit && last !== undefined ? encodeNameCursor(last.case_id) : null,
    };
  }

  async put(one: Case): Promise<void> {
    const path = displayPath(one.categoryPath);
    const pathId = await this.paths.idOf(path);
    // A vector is valid only for the question that it was computed from.
    await this.database.change(sql`DELETE FROM cbr_vectors
      WHERE case_row = (SELECT id FROM cbr_cases WHERE case_id = ${one.caseId} AND query <> ${one.query})`);
    await this.database
      .change(sql`INSERT INTO cbr_cases (case_id, query, category_path, path_id, content, quality_score, usage_count,
        success_rate, metadata, created_at, updated_at, sources, author)
      VALUES (${one.caseId}, ${one.query}, ${JSON.stringify(path)}, ${pathId}, ${one.content}, ${one.qualityScore},
        ${one.usageCount}, ${one.successRate}, ${JSON.stringify(one.metadata)}, ${one.createdAt}, ${one.updatedAt},
        ${sourcesColumn(one)}, ${authorColumn(one)})
      ON CONFLICT (case_id) DO UPDATE SET query = excluded.query, category_path = excluded.category_path,
        path_id = excluded.path_id, content = excluded.content, quality_score = excluded.quality_score,
        usage_count = excluded.usage_count, success_rate = excluded.success_rate, metadata = excluded.metadata,
        created_at = excluded.created_at, updated_at = excluded.updated_at, sources = excluded.sources,
        author = excluded.author`);
    await this.list(one.caseId);
  }

  async remove(caseId: string): Promise<void> {
    await this.forgetInLogs(caseId);
    await this.database.change(sql`DELETE FROM cbr_feedback WHERE case_id = ${caseId}`);
    await this.database.change(sql`DELETE FROM cbr_cases WHERE case_id = ${caseId}`);
    await this.list(caseId);
  }

  async *all(batch: number): AsyncGenerator<readonly Case[]> {
    let after = 0;
    for (;;) {
      const rows = await this.database.query<CaseRow>(
        sql`SELECT ${COLUMNS} FROM cbr_cases c WHERE c.id > ${after}::bigint ORDER BY c.id LIMIT ${batch}`,
      );
      const last = rows.at(-1);
      if (last === undefined) return;
      yield rows.map(toCase);
      after = last.id;
    }
  }

  async count(): Promise<number> {
    return (await this.database.one<{ cases: number }>(sql`SELECT count(*) AS cases FROM cbr_cases`))?.cases ?? 0;
  }

  private async list(caseId: string): Promise<void> {
    await this.database.change(sql`INSERT INTO case_outbox (case_id) VALUES (${caseId})`);
  }

  private async isTaken(caseId: string): Promise<boolean> {
    return (await this.database.one(sql`SELECT 1 FROM cbr_cases WHERE case_id = ${caseId}`)) !== undefined;
  }

  private async readExactly(caseId: string, filter: CategoryFilter): Promise<Case | undefined> {
    const inside = await visibleCases(this.database, filter);
    const row = await this.database.one<CaseRow>(
      sql`SELECT ${COLUMNS} FROM cbr_cases c WHERE c.case_id = ${caseId} AND ${inside}`,
    );
    return row === undefined ? undefined : toCase(row);
  }

  /** Deletes logs that only name this case, and removes the case from the others. */
  private async forgetInLogs(caseId: string): Promise<void> {
    const logs = await this.database.query<{
      id: number;
      suggested_case_ids: string;
      picked_case_ids: string;
      others: number;
    }>(sql`SELECT l.id, l.suggested_case_ids, l.picked_case_ids,
        (SELECT count(*) FROM cbr_log_cases o WHERE o.log = l.id AND o.case_id <> ${caseId}) AS others
      FROM cbr_logs l WHERE l.id IN (SELECT log FROM cbr_log_cases WHERE case_id = ${caseId})`);
    const without = (json: string) => JSON.stringify(readStrings(json).filter((id) => id !== caseId));
    const alone = logs.filter(({ others }) => others === 0).map(({ id }) => id);
    await this.database.change(sql`DELETE FROM cbr_logs WHERE id = ANY(${alone}::bigint[])`);
    await this.database.change(sql`DELETE FROM cbr_log_cases WHERE case_id = ${caseId}`);
    for (const log of logs.filter(({ others }) => others > 0))
      await this.database.change(sql`UPDATE cbr_logs SET suggested_case_ids = ${without(log.suggested_case_ids)},
        picked_case_ids = ${without(log.picked_case_ids)} WHERE id = ${log.id}`);
  }
}
