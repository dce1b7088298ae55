import { Injectable } from '@nestjs/common';
import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { filterCondition } from '../../shared/infrastructure/database/filter-condition.js';
import { PreparedStatements } from '../../shared/infrastructure/database/prepared-statements.js';
import { CaseLog, CaseLogs, LogQuery, RatedLog, RatingKey, SuggestionLog } from '../domain/case-logs.js';
import { CountedRating, isPick } from '../domain/feedback.js';
import { CaseDatabase } from './case-database.js';
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

/** Suggestions and ratings in SQLite. A feedback on a log that nobody knows makes a log of its own, which suggested nothing. */
@Injectable()
export class SqliteCaseLogs extends CaseLogs {
  private readonly committed: PreparedStatements;
  private readonly own: PreparedStatements;
  private recorded = 0;

  constructor(database: CaseDatabase) {
    super();
    this.committed = new PreparedStatements(database.reader);
    this.own = new PreparedStatements(database.writer);
  }

  record(log: SuggestionLog): Promise<void> {
    const id = this.insert(log);
    const name = this.own.get('INSERT INTO cbr_log_cases (log, rank, case_id, features) VALUES (?, ?, ?, ?)');
    log.suggested.forEach(({ caseId, features }, rank) => name.run(id, rank, caseId, JSON.stringify(features)));
    this.own
      .get(
        `INSERT INTO cbr_suggestion_counts (user_id, similarity_method, suggestions, total_ms) VALUES (?, ?, 1, ?)
         ON CONFLICT DO UPDATE SET suggestions = suggestions + 1, total_ms = total_ms + excluded.total_ms`,
      )
      .run(log.userId, log.similarityMethod, log.executionTimeMs);
    if (++this.recorded % PRUNE_EVERY === 0)
      this.own.get('DELETE FROM cbr_logs WHERE feedback IS NULL AND id <= ?').run(id - KEPT_UNRATED);
    return Promise.resolve();
  }

  list({ userId, filter, limit, successOnly }: LogQuery): Promise<{ logs: readonly CaseLog[]; total: number }> {
    const which = `FROM cbr_logs WHERE user_id = ?${successOnly ? ' AND success_flag = 1' : ''}`;
    const rows = this.committed.get<LogRow>(`SELECT * ${which} ORDER BY id DESC LIMIT ?`).all(userId, limit);
    const total = this.committed.get<{ logs: number }>(`SELECT count(*) AS logs ${which}`).get(userId)?.logs ?? 0;
    return Promise.resolve({ logs: this.onlyVisible(rows.map(toLog), filter), total });
  }

  suggested({ userId, logId, caseId }: RatingKey): Promise<boolean> {
    const found = this.own
      .get(
        `SELECT 1 FROM cbr_logs l JOIN cbr_log_cases c ON c.log = l.id
         WHERE l.user_id = ? AND l.log_id = ? AND c.case_id = ? AND c.rank >= 0`,
      )
      .get(userId, logId, caseId);
    return Promise.resolve(found !== undefined);
  }

  ratingOf(key: RatingKey): Promise<CountedRating | undefined> {
    const row = this.ratingRow(key);
    const feedback = toFeedback(row?.feedback ?? null);
    if (row === undefined || feedback === null) return Promise.resolve(undefined);
    return Promise.resolve({ feedback, success: toFlag(row.success), qualityChange: row.quality_change });
  }

  rate(key: RatingKey, rating: CountedRating, at: string): Promise<void> {
    const before = this.ratingRow(key);
    if (before !== undefined) this.count(before.path_id, toFlag(before.success), -1);
    this.own
      .get(
        `INSERT INTO cbr_feedback (user_id, log_id, case_id, feedback, success, quality_change, path_id, created_at)
         SELECT ?, ?, ?, ?, ?, ?, path_id, ? FROM cbr_cases WHERE case_id = ?
         ON CONFLICT DO UPDATE SET feedback = excluded.feedback, success = excluded.success,
           quality_change = excluded.quality_change, path_id = excluded.path_id`,
      )
      .run(
        key.userId,
        key.logId,
        key.caseId,
        rating.feedback,
        fromFlag(rating.success),
        rating.qualityChange,
        at,
        key.caseId,
      );
    const now = this.ratingRow(key);
    if (now !== undefined) this.count(now.path_id, rating.success, 1);
    this.showInLog(key, rating, at);
    return Promise.resolve();
  }

  successRate(caseId: string): Promise<number | undefined> {
    const row = this.own
      .get<{ rate: number | null }>('SELECT avg(success) AS rate FROM cbr_feedback WHERE case_id = ?')
      .get(caseId);
    return Promise.resolve(row?.rate ?? undefined);
  }

  ratedLogs(limit: number): Promise<readonly RatedLog[]> {
    const rows = this.committed
      .get<RatedCaseRow>(
        `SELECT l.id AS log, c.features, f.feedback, f.success
         FROM (SELECT id, user_id, log_id FROM cbr_logs WHERE feedback IS NOT NULL ORDER BY id DESC LIMIT ?) l
         JOIN cbr_log_cases c ON c.log = l.id AND c.rank >= 0
         LEFT JOIN cbr_feedback f ON f.user_id = l.user_id AND f.log_id = l.log_id AND f.case_id = c.case_id
         ORDER BY l.id, c.rank`,
      )
      .all(limit);
    return Promise.resolve(toRatedLogs(rows));
  }

  private insert(log: SuggestionLog): number {
    const { lastInsertRowid } = this.own
      .get(
        `INSERT INTO cbr_logs (log_id, timestamp, query, category_path, suggested_case_ids, picked_case_ids, success_flag,
           feedback, execution_time_ms, similarity_method, user_id)
         VALUES (?, ?, ?, ?, ?, '[]', NULL, NULL, ?, ?, ?)`,
      )
      .run(
        log.logId,
        log.timestamp,
        log.query,
        log.categoryPath === null ? null : JSON.stringify(log.categoryPath),
        JSON.stringify(log.suggested.map(({ caseId }) => caseId)),
        log.executionTimeMs,
        log.similarityMethod,
        log.userId,
      );
    return Number(lastInsertRowid);
  }

  private ratingRow({ userId, logId, caseId }: RatingKey): RatingRow | undefined {
    return this.own
      .get<RatingRow>(
        'SELECT feedback, success, quality_change, path_id FROM cbr_feedback WHERE user_id = ? AND log_id = ? AND case_id = ?',
      )
      .get(userId, logId, caseId);
  }

  /** Moves the counters of a category; a feedback that says nothing about success counts as neither. */
  private count(pathId: number, success: boolean | null, times: 1 | -1): void {
    if (success === null) return;
    this.own
      .get(
        `INSERT INTO cbr_interaction_counts (path_id, rated, successful) VALUES (?, ?, ?)
         ON CONFLICT DO UPDATE SET rated = rated + excluded.rated, successful = successful + excluded.successful`,
      )
      .run(pathId, times, success ? times : 0);
  }

  /** The log shows its newest feedback, and every case that was taken. */
  private showInLog(key: RatingKey, rating: CountedRating, at: string): void {
    const log = this.logOf(key) ?? this.logWithoutSuggestion(key, at);
    if (!log.case_ids.includes(key.caseId))
      this.own
        .get(
          `INSERT INTO cbr_log_cases (log, rank, case_id)
           SELECT ?, min(ifnull(min(rank), 0), 0) + ?, ? FROM cbr_log_cases WHERE log = ?`,
        )
        .run(log.id, NOT_SUGGESTED, key.caseId, log.id);
    const picked = log.picked.filter((id) => id !== key.caseId);
    if (isPick(rating.feedback)) picked.push(key.caseId);
    this.own
      .get('UPDATE cbr_logs SET picked_case_ids = ?, feedback = ?, success_flag = ? WHERE id = ?')
      .run(JSON.stringify(picked), rating.feedback, fromFlag(rating.success), log.id);
  }

  private logOf({ userId, logId }: RatingKey): { id: number; picked: string[]; case_ids: string[] } | undefined {
    const row = this.own
      .get<{ id: number; picked_case_ids: string }>(
        'SELECT id, picked_case_ids FROM cbr_logs WHERE user_id = ? AND log_id = ?',
      )
      .get(userId, logId);
    if (row === undefined) return undefined;
    const cases = this.own.get<{ case_id: string }>('SELECT case_id FROM cbr_log_cases WHERE log = ?').all(row.id);
    return { id: row.id, picked: readStrings(row.picked_case_ids), case_ids: cases.map((c) => c.case_id) };
  }

  private logWithoutSuggestion({ userId, logId }: RatingKey, at: string) {
    const id = this.insert({
      logId,
      timestamp: at,
      query: '',
      categoryPath: null,
      suggested: [],
      executionTimeMs: 0,
      similarityMethod: NO_SUGGESTION,
      userId,
    });
    return { id, picked: new Array<string>(), case_ids: new Array<string>() };
  }

  /** A key that was narrowed since no longer sees which cases it was shown. */
  private onlyVisible(logs: readonly CaseLog[], filter: CategoryFilter): readonly CaseLog[] {
    if (filter.kind === 'unrestricted') return logs;
    const named = [...new Set(logs.flatMap((log) => [...log.suggestedCaseIds, ...log.pickedCaseIds]))];
    const inside = filterCondition(filter, 'c.path_id');
    const visible = this.committed
      .get<{ case_id: string }>(
        `SELECT c.case_id FROM cbr_cases c WHERE c.case_id IN (SELECT value FROM json_each(?)) AND ${inside.sql}`,
      )
      .all(JSON.stringify(named), ...inside.params);
    const ids = new Set(visible.map((row) => row.case_id));
    const keep = (list: readonly string[]) => list.filter((id) => ids.has(id));
    return logs.map((log) => ({
      ...log,
      suggestedCaseIds: keep(log.suggestedCaseIds),
      pickedCaseIds: keep(log.pickedCaseIds),
    }));
  }
}
