import { Injectable } from '@nestjs/common';
import { WorkDatabase } from '../../shared/infrastructure/database/databases.js';
import { decodeNameCursor, encodeNameCursor, notACursor, Page } from '../../shared/domain/page.js';
import { Persona } from '../domain/persona.js';
import { QuestionHistory, SessionQuestions } from '../domain/question-maker.js';
import { TargetAnswer } from '../domain/rag-target.js';
import { AnswerKey, SessionOutcome, SessionStore, StoredSession } from '../domain/session-store.js';
import { gistOf, ResultGist } from '../domain/result-gist.js';
import { TestResult } from '../domain/test-result.js';
import { TestSession } from '../domain/test-session.js';
import { EXPERIENCE_LIMIT, GistRow, gistsIn, ResultRow, SessionRow, StoredSessions } from './session-row.js';
import { isPersonas, readJson, isAnswer, isQuestions, isResult, isSession } from './stored-session-json.js';

/** Sessions in the embedded store. Each write is one committed statement. */
@Injectable()
export class SqliteSessionStore extends SessionStore {
  private readonly sessions = new StoredSessions();

  constructor(private readonly database: WorkDatabase) {
    super();
  }

  create(session: TestSession): Promise<void> {
    this.database.writer
      .prepare('INSERT INTO test_sessions (session_id, owner, status, created_at, session) VALUES (?, ?, ?, ?, ?)')
      .run(session.sessionId, session.owner, session.status, session.createdAt, JSON.stringify(session));
    return Promise.resolve();
  }

  save(session: TestSession, outcome: SessionOutcome | null): Promise<void> {
    this.database.writer
      .prepare('UPDATE test_sessions SET status = ?, session = ?, outcome = ? WHERE session_id = ?')
      .run(
        session.status,
        JSON.stringify(session),
        outcome === null ? null : JSON.stringify(outcome),
        session.sessionId,
      );
    return Promise.resolve();
  }

  keepOutcome({ sessionId, status }: TestSession, outcome: SessionOutcome): Promise<void> {
    this.database.writer
      .prepare('UPDATE test_sessions SET outcome = ? WHERE session_id = ? AND status = ? AND outcome IS NULL')
      .run(JSON.stringify(outcome), sessionId, status);
    return Promise.resolve();
  }

  find(sessionId: string, owner: string | undefined): Promise<StoredSession | undefined> {
    const row = this.database.reader
      .prepare<[string, string | null], SessionRow>(
        'SELECT * FROM test_sessions WHERE session_id = ? AND owner = ifnull(?, owner)',
      )
      .get(sessionId, owner ?? null);
    return Promise.resolve(row === undefined ? undefined : this.sessions.of(row));
  }

  list(owner: string | undefined, limit: number, cursor: string | undefined): Promise<Page<StoredSession>> {
    // Two statements, since an index serves only the first.
    const mine = owner === undefined ? '? IS NULL' : 'owner = ?';
    const who = owner ?? null;
    const before = this.rowAt(cursor, `SELECT id FROM test_sessions WHERE ${mine} AND session_id = ?`, who);
    const rows = this.database.reader
      .prepare<[string | null, number | null, number], SessionRow>(
        `SELECT * FROM test_sessions WHERE ${mine} AND id < ifnull(?, 9223372036854775807) ORDER BY id DESC LIMIT ?`,
      )
      .all(who, before, limit + 1);
    const last = rows.length > limit ? rows[limit - 1] : undefined;
    return Promise.resolve({
      items: rows.slice(0, limit).map(this.sessions.of),
      nextCursor: last === undefined ? null : encodeNameCursor(last.session_id),
    });
  }

  before({ owner, sessionId }: TestSession, limit: number): Promise<readonly StoredSession[]> {
    const rows = this.database.reader
      .prepare<[string, string, number], SessionRow>(
        `SELECT * FROM test_sessions
         WHERE owner = ? AND status IN ('completed', 'failed') AND outcome IS NOT NULL
           AND id < (SELECT id FROM test_sessions WHERE session_id = ?)
         ORDER BY id DESC LIMIT ?`,
      )
      .all(owner, sessionId, limit);
    return Promise.resolve(rows.map(this.sessions.of).reverse());
  }

  interruptUnfinished(): Promise<readonly string[]> {
    const rows = this.database.writer
      .prepare<[], SessionRow>("SELECT * FROM test_sessions WHERE status IN ('queued', 'running')")
      .all();
    const interrupted = rows.map((row) => ({ ...readJson(row.session, isSession), status: 'interrupted' as const }));
    for (const session of interrupted) void this.save(session, null);
    return Promise.resolve(interrupted.map((session) => session.sessionId));
  }

  savePlan(sessionId: string, personas: readonly Persona[], questions: SessionQuestions): Promise<void> {
    this.database.writer
      .prepare('INSERT INTO test_plans (session_id, personas, questions) VALUES (?, ?, ?)')
      .run(sessionId, JSON.stringify(personas), JSON.stringify(questions));
    return Promise.resolve();
  }

  plan(
    sessionId: string,
  ): Promise<{ readonly personas: readonly Persona[]; readonly questions: SessionQuestions } | undefined> {
    const row = this.database.reader
      .prepare<[string], { personas: string; questions: string }>(
        'SELECT personas, questions FROM test_plans WHERE session_id = ?',
      )
      .get(sessionId);
    if (row === undefined) return Promise.resolve(undefined);
    return Promise.resolve({
      personas: readJson(row.personas, isPersonas),
      questions: readJson(row.questions, isQuestions),
    });
  }

  saveAnswer(sessionId: string, key: AnswerKey, answer: TargetAnswer): Promise<void> {
    this.database.writer
      .prepare('INSERT OR REPLACE INTO test_answers (session_id, result_id, attempt, answer) VALUES (?, ?, ?, ?)')
      .run(sessionId, key.resultId, key.attempt, JSON.stringify(answer));
    return Promise.resolve();
  }

  answer(sessionId: string, key: AnswerKey): Promise<TargetAnswer | undefined> {
    const row = this.database.reader
      .prepare<[string, string, number], { answer: string }>(
        'SELECT answer FROM test_answers WHERE session_id = ? AND result_id = ? AND attempt = ?',
      )
      .get(sessionId, key.resultId, key.attempt);
    return Promise.resolve(row === undefined ? undefined : readJson(row.answer, isAnswer));
  }

  saveResult(sessionId: string, result: TestResult): Promise<void> {
    const { writer } = this.database;
    const insert = writer.prepare(
      `INSERT INTO test_results (session_id, result_id, question_id, verdict, result) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (session_id, result_id) DO UPDATE SET verdict = excluded.verdict, result = excluded.result`,
    );
    const { resultId, questionId, judgement } = result;
    writer.transaction(() => {
      insert.run(sessionId, resultId, questionId, judgement.verdict, JSON.stringify(result));
      this.saveGists(sessionId, [gistOf(result)]);
    })();
    return Promise.resolve();
  }

  private saveGists(sessionId: string, gists: readonly ResultGist[]): void {
    const insert = this.database.writer.prepare(
      'INSERT OR REPLACE INTO test_gists (session_id, result_id, gist) VALUES (?, ?, ?)',
    );
    for (const gist of gists) insert.run(sessionId, gist.resultId, JSON.stringify(gist));
  }

  /** Gists that are missing, as those of an earlier release, are made of the results and kept. */
  async gists(sessionId: string): Promise<readonly ResultGist[]> {
    const known = gistsIn(
      this.database.reader
        .prepare<[string], GistRow>(
          `SELECT result_id, gist FROM test_results LEFT JOIN test_gists USING (session_id, result_id)
           WHERE session_id = ? ORDER BY test_results.id`,
        )
        .all(sessionId),
    );
    if (known !== undefined) return known;
    const made = (await this.results(sessionId)).map(gistOf);
    this.database.writer.transaction(() => this.saveGists(sessionId, made))();
    return made;
  }

  evaluated(sessionId: string, resultIds: readonly string[]): Promise<number> {
    const row = this.database.reader
      .prepare<[string, string], { n: number }>(
        `SELECT COUNT(*) AS n FROM test_results WHERE session_id = ? AND verdict <> 'not_evaluated'
           AND result_id IN (SELECT value FROM json_each(?))`,
      )
      .get(sessionId, JSON.stringify(resultIds));
    return Promise.resolve(row?.n ?? 0);
  }

  progress(sessionId: string): Promise<{ readonly done: number; readonly success: number }> {
    const row = this.database.reader
      .prepare<[string], { done: number; success: number }>(
        "SELECT COUNT(*) AS done, COUNT(CASE WHEN verdict = 'success' THEN 1 END) AS success FROM test_results WHERE session_id = ?",
      )
      .get(sessionId);
    return Promise.resolve(row ?? { done: 0, success: 0 });
  }

  results(sessionId: string): Promise<readonly TestResult[]> {
    const rows = this.database.reader
      .prepare<[string], ResultRow>('SELECT result_id, result FROM test_results WHERE session_id = ? ORDER BY id')
      .all(sessionId);
    return Promise.resolve(rows.map((row) => readJson(row.result, isResult)));
  }

  resultPage(sessionId: string, limit: number, cursor: string | undefined): Promise<Page<TestResult>> {
    const after = this.rowAt(cursor, 'SELECT id FROM test_results WHERE session_id = ? AND result_id = ?', sessionId);
    const rows = this.database.reader
      .prepare<[string, number, number], ResultRow>(
        'SELECT result_id, result FROM test_results WHERE session_id = ? AND id > ? ORDER BY id LIMIT ?',
      )
      .all(sessionId, after ?? 0, limit + 1);
    const last = rows.length > limit ? rows[limit - 1] : undefined;
    return Promise.resolve({
      items: rows.slice(0, limit).map((row) => readJson(row.result, isResult)),
      nextCursor: last === undefined ? null : encodeNameCursor(last.result_id),
    });
  }

  history(owner: string): Promise<QuestionHistory> {
    const rows = this.database.reader
      .prepare<[string, number], { question_id: string; verdict: string }>(
        `SELECT question_id, verdict FROM test_results
         WHERE session_id IN (
           SELECT session_id FROM test_sessions WHERE owner = ? AND status = 'completed' ORDER BY id DESC LIMIT ?)
         ORDER BY id`,
      )
      .all(owner, EXPERIENCE_LIMIT);
    const newest = new Map(rows.map((row) => [row.question_id, row.verdict]));
    const withVerdict = (holds: (verdict: string) => boolean) =>
      new Set([...newest].filter(([, verdict]) => holds(verdict)).map(([questionId]) => questionId));
    return Promise.resolve({
      passed: withVerdict((verdict) => verdict === 'success'),
      failed: withVerdict((verdict) => verdict === 'failure' || verdict === 'partial'),
    });
  }

  /**
   * The row that a cursor names; null at the start. Cursors hold names: row numbers count the rows of all callers.
   * @throws InvalidInputError for a name that this list does not hold
   */
  private rowAt(cursor: string | undefined, sql: string, list: string | null): number | null {
    if (cursor === undefined) return null;
    const row = this.database.reader
      .prepare<[string | null, string], { id: number }>(sql)
      .get(list, decodeNameCursor(cursor));
    if (row === undefined) throw notACursor();
    return row.id;
  }
}
