import { Injectable } from '@nestjs/common';
import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { sql } from '../../shared/infrastructure/database/postgres/sql.js';
import { CaseSqlStore } from './case-database.js';
import { CaseLog, CaseLogs, LogQuery, LogsOfCase, RatedLog, RatingKey, SuggestionLog } from '../domain/case-logs.js';
import { CountedRating, isPick } from '../domain/feedback.js';
import { readStrings } from './case-rows.js';
import {
  fromFlag,
  KEPT_UNRATED,
  LogRow,
  NO_SUGGESTION,
  NOT_SUGGESTED,
  PRUNE_EVERY,
  RatedCaseRow,
  RatingRow,
  toFeedback,
  toFlag,
  toLog,
  toRatedLogs,
} from './log-rows.js';
import { visibleCases } from './visible-cases.js';

/** Suggestions and ratings. Feedback on an unknown log creates a log without suggestions. */
@Injectable()
export class SqlCaseLogs extends CaseLogs {
  private recorded = 0;

  constructor(private readonly store: CaseSqlStore) {
    super();
  }

  async record(log: SuggestionLog): Promise<void> {
    const id = await this.insert(log);
    const cases = log.suggested.map(({ caseId, features }, rank) => [id, rank, caseId, JSON.stringify(features)]);
    await this.store.change(sql`INSERT INTO cbr_log_cases (log, rank, case_id, features)
      ${this.store.dialect.rows(['bigint', 'integer', 'text', 'text'], cases)}`);
    await this.store
      .change(sql`INSERT INTO cbr_suggestion_counts AS c (user_id, similarity_method, suggestions, total_ms)
      VALUES (${log.userId}, ${log.similarityMethod}, 1, ${log.executionTimeMs})
      ON CONFLICT (user_id, similarity_method) DO UPDATE SET suggestions = c.suggestions + 1, total_ms = c.total_ms + excluded.total_ms`);
    if (++this.recorded % PRUNE_EVERY === 0)
      await this.store.change(
        sql`DELETE FROM cbr_logs WHERE feedback IS NULL AND id <= CAST(${id - KEPT_UNRATED} AS bigint)`,
      );
  }

  async list({ userId, filter, limit, successOnly }: LogQuery): Promise<{ logs: readonly CaseLog[]; total: number }> {
    const successful = successOnly ? sql`AND success_flag = 1` : sql``;
    const which = sql`FROM cbr_logs WHERE user_id = ${userId} ${successful}`;
    const rows = await this.store.query<LogRow>(sql`SELECT * ${which} ORDER BY id DESC LIMIT ${limit}`);
    const total = (await this.store.one<{ logs: number }>(sql`SELECT count(*) AS logs ${which}`))?.logs ?? 0;
    return { logs: await this.onlyVisible(rows.map(toLog), filter), total };
  }

  async ofCase({ caseId, userId, filter, limit }: LogsOfCase): Promise<{ logs: readonly CaseLog[]; total: number }> {
    const own = userId === undefined ? sql`` : sql`AND user_id = ${userId}`;
    const which = sql`FROM cbr_logs WHERE id IN (SELECT log FROM cbr_log_cases WHERE case_id = ${caseId}) ${own}`;
    const rows = await this.store.query<LogRow>(sql`SELECT * ${which} ORDER BY id DESC LIMIT ${limit}`);
    const total = (await this.store.one<{ logs: number }>(sql`SELECT count(*) AS logs ${which}`))?.logs ?? 0;
    return { logs: await this.onlyVisible(rows.map(toLog), filter), total };
  }

  async suggested({ userId, logId, caseId }: RatingKey): Promise<boolean> {
    const found = await this.store.one(sql`SELECT 1 FROM cbr_logs l JOIN cbr_log_cases c ON c.log = l.id
      WHERE l.user_id = ${userId} AND l.log_id = ${logId} AND c.case_id = ${caseId} AND c.rank >= 0`);
    return found !== undefined;
  }

  async ratingOf(key: RatingKey): Promise<CountedRating | undefined> {
    const row = await this.ratingRow(key);
    const feedback = toFeedback(row?.feedback ?? null);
    if (row === undefined || feedback === null) return undefined;
    return { feedback, success: toFlag(row.success), qualityChange: row.quality_change };
  }

  async rate(key: RatingKey, rating: CountedRating, at: string): Promise<void> {
    const before = await this.ratingRow(key);
    if (before !== undefined) await this.count(before.path_id, toFlag(before.success), -1);
    await this.store
      .change(sql`INSERT INTO cbr_feedback (user_id, log_id, case_id, feedback, success, quality_change, path_id, created_at)
      SELECT ${key.userId}, ${key.logId}, ${key.caseId}, ${rating.feedback}, CAST(${fromFlag(rating.success)} AS integer),
        CAST(${rating.qualityChange} AS double precision), path_id, ${at} FROM cbr_cases WHERE case_id = ${key.caseId}
      ON CONFLICT (user_id, log_id, case_id) DO UPDATE SET feedback = excluded.feedback, success = excluded.success,
        quality_change = excluded.quality_change, path_id = excluded.path_id`);
    const now = await this.ratingRow(key);
    if (now !== undefined) await this.count(now.path_id, rating.success, 1);
    await this.showInLog(key, rating, at);
  }

  async successRate(caseId: string): Promise<number | undefined> {
    const row = await this.store.one<{ rate: number | null }>(
      sql`SELECT CAST(avg(success) AS double precision) AS rate FROM cbr_feedback WHERE case_id = ${caseId}`,
    );
    return row?.rate ?? undefined;
  }

  async ratedLogs(limit: number): Promise<readonly RatedLog[]> {
    const rows = await this.store.query<RatedCaseRow>(sql`SELECT l.id AS log, c.features, f.feedback, f.success
      FROM (SELECT id, user_id, log_id FROM cbr_logs WHERE feedback IS NOT NULL ORDER BY id DESC LIMIT ${limit}) l
      JOIN cbr_log_cases c ON c.log = l.id AND c.rank >= 0
      LEFT JOIN cbr_feedback f ON f.user_id = l.user_id AND f.log_id = l.log_id AND f.case_id = c.case_id
      ORDER BY l.id, c.rank`);
    return toRatedLogs(rows);
  }

  private async insert(log: SuggestionLog): Promise<number> {
    const row = await this.store.one<{ id: number }>(sql`
      INSERT INTO cbr_logs (log_id, timestamp, query, category_path, suggested_case_ids, picked_case_ids, success_flag,
        feedback, execution_time_ms, similarity_method, user_id)
      VALUES (${log.logId}, ${log.timestamp}, ${log.query},
        ${log.categoryPath === null ? null : JSON.stringify(log.categoryPath)},
        ${JSON.stringify(log.suggested.map(({ caseId }) => caseId))}, '[]', NULL, NULL, ${log.executionTimeMs},
        ${log.similarityMethod}, ${log.userId}) RETURNING id`);
    if (row === undefined) throw new Error('A log was not stored.');
    return row.id;
  }

  private ratingRow({ userId, logId, caseId }: RatingKey): Promise<RatingRow | undefined> {
    return this.store.one<RatingRow>(sql`SELECT feedback, success, quality_change, path_id FROM cbr_feedback
      WHERE user_id = ${userId} AND log_id = ${logId} AND case_id = ${caseId}`);
  }

  /** Updates the counters of a category; feedback without success counts as neither. */
  private async count(pathId: number, success: boolean | null, times: 1 | -1): Promise<void> {
    if (success === null) return;
    await this.store.change(sql`INSERT INTO cbr_interaction_counts AS c (path_id, rated, successful)
      VALUES (${pathId}, ${times}, ${success ? times : 0})
      ON CONFLICT (path_id) DO UPDATE SET rated = c.rated + excluded.rated, successful = c.successful + excluded.successful`);
  }

  /**
   * The log contains its newest feedback, and every picked case. A case that it did not suggest ranks below the first
   * rank.
   */
  private async showInLog(key: RatingKey, rating: CountedRating, at: string): Promise<void> {
    const log = (await this.logOf(key)) ?? (await this.logWithoutSuggestion(key, at));
    await this.store.change(sql`INSERT INTO cbr_log_cases (log, rank, case_id)
      SELECT CAST(${log.id} AS bigint), CASE WHEN min(rank) < 0 THEN min(rank) ELSE 0 END + CAST(${NOT_SUGGESTED} AS integer),
        CAST(${key.caseId} AS text)
      FROM cbr_log_cases WHERE log = CAST(${log.id} AS bigint)
      HAVING count(CASE WHEN case_id = CAST(${key.caseId} AS text) THEN 1 END) = 0`);
    const picked = log.picked.filter((id) => id !== key.caseId);
    if (isPick(rating.feedback)) picked.push(key.caseId);
    await this.store
      .change(sql`UPDATE cbr_logs SET picked_case_ids = ${JSON.stringify(picked)}, feedback = ${rating.feedback},
      success_flag = ${fromFlag(rating.success)} WHERE id = ${log.id}`);
  }

  private async logOf({ userId, logId }: RatingKey): Promise<{ id: number; picked: string[] } | undefined> {
    const row = await this.store.one<{ id: number; picked_case_ids: string }>(
      sql`SELECT id, picked_case_ids FROM cbr_logs WHERE user_id = ${userId} AND log_id = ${logId}`,
    );
    return row === undefined ? undefined : { id: row.id, picked: readStrings(row.picked_case_ids) };
  }

  private async logWithoutSuggestion({ userId, logId }: RatingKey, at: string) {
    const id = await this.insert({
      logId,
      timestamp: at,
      query: '',
      categoryPath: null,
      suggested: [],
      executionTimeMs: 0,
      similarityMethod: NO_SUGGESTION,
      userId,
    });
    return { id, picked: new Array<string>() };
  }

  /** A key that was narrowed since no longer sees invisible cases of its logs. */
  private async onlyVisible(logs: readonly CaseLog[], filter: CategoryFilter): Promise<readonly CaseLog[]> {
    if (filter.kind === 'unrestricted') return logs;
    const named = [...new Set(logs.flatMap((log) => [...log.suggestedCaseIds, ...log.pickedCaseIds]))];
    const visible = await this.store.query<{ case_id: string }>(
      sql`SELECT c.case_id FROM cbr_cases c
          WHERE ${this.store.dialect.isOneOf('c.case_id', named)} AND ${await visibleCases(this.store, filter)}`,
    );
    const ids = new Set(visible.map((row) => row.case_id));
    const keep = (list: readonly string[]) => list.filter((id) => ids.has(id));
    return logs.map((log) => ({
      ...log,
      suggestedCaseIds: keep(log.suggestedCaseIds),
      pickedCaseIds: keep(log.pickedCaseIds),
    }));
  }
}
