import { Injectable } from '@nestjs/common';
import { decodeNameCursor, encodeNameCursor, notACursor, Page } from '../../../shared/domain/page.js';
import { PostgresDatabase } from '../../../shared/infrastructure/database/postgres/postgres-database.js';
import { Sql, sql } from '../../../shared/infrastructure/database/postgres/sql.js';
import { SqlStore, WorkSqlStore } from '../../../shared/infrastructure/database/sql-store.js';
import { Persona } from '../../personas/domain/persona.js';
import { QuestionHistory, SessionQuestions } from '../../questions/domain/question-maker.js';
import { TargetAnswer } from '../../domain/rag-target.js';
import { AnswerKey, SessionOutcome, SessionStore, StoredSession } from '../domain/session-store.js';
import { summarize, ResultSummary } from '../domain/result-summary.js';
import { TestResult } from '../../domain/test-result.js';
import { TestSession } from '../domain/test-session.js';
import { SESSION_KEY } from '../application/running-sessions.js';
import {
  EXPERIENCE_LIMIT,
  ResultSummaryRow,
  summariesIn,
  ResultRow,
  SessionRow,
  StoredSessions,
} from './session-row.js';
import { isAnswer, isPersonas, isQuestions, isResult, isSession, readJson } from './stored-session-json.js';

/** Undefined matches every owner. */
const ownedBy = (owner: string | undefined): Sql => (owner === undefined ? sql`1 = 1` : sql`owner = ${owner}`);

/** The shared store has a column for the process that works on a session; the embedded one has one process, and no such column. */
function processMarks(store: SqlStore) {
  if (!(store instanceof PostgresDatabase))
    return { column: sql``, value: sql``, assignment: sql``, isAbandoned: sql`1 = 1` };
  const { process } = store;
  return {
    column: sql`, process`,
    value: sql`, ${process}`,
    assignment: sql`, process = ${process}`,
    // Sessions of live processes, and those that are jobs of the queue, continue.
    isAbandoned: sql`process <> ${process} AND NOT ${store.isAlive('test_sessions.process')}
      AND NOT EXISTS (SELECT 1 FROM job_queue_entries WHERE key = ${SESSION_KEY} || test_sessions.session_id)`,
  };
}

/** Test sessions with their plans, answers and results. */
@Injectable()
export class SqlSessionStore extends SessionStore {
  private readonly sessions = new StoredSessions();
  private readonly marks: ReturnType<typeof processMarks>;

  constructor(private readonly store: WorkSqlStore) {
    super();
    this.marks = processMarks(store);
  }

  async create(session: TestSession): Promise<void> {
    const { sessionId, owner, status, createdAt } = session;
    await this.store
      .change(sql`INSERT INTO test_sessions (session_id, owner, status, created_at, session${this.marks.column})
      VALUES (${sessionId}, ${owner}, ${status}, ${createdAt}, ${JSON.stringify(session)}${this.marks.value})`);
  }

  async save(session: TestSession, outcome: SessionOutcome | null): Promise<void> {
    await this.store
      .change(sql`UPDATE test_sessions SET status = ${session.status}, session = ${JSON.stringify(session)},
      outcome = ${outcome === null ? null : JSON.stringify(outcome)}${this.marks.assignment}
      WHERE session_id = ${session.sessionId}`);
  }

  async keepOutcome({ sessionId, status }: TestSession, outcome: SessionOutcome): Promise<void> {
    await this.store.change(sql`UPDATE test_sessions SET outcome = ${JSON.stringify(outcome)}
      WHERE session_id = ${sessionId} AND status = ${status} AND outcome IS NULL`);
  }

  async find(sessionId: string, owner: string | undefined): Promise<StoredSession | undefined> {
    const row = await this.store.one<SessionRow>(
      sql`SELECT * FROM test_sessions WHERE session_id = ${sessionId} AND ${ownedBy(owner)}`,
    );
    return row === undefined ? undefined : this.sessions.of(row);
  }

  async list(owner: string | undefined, limit: number, cursor: string | undefined): Promise<Page<StoredSession>> {
    const before = await this.rowAt(
      cursor,
      (name) => sql`SELECT id FROM test_sessions WHERE ${ownedBy(owner)} AND session_id = ${name}`,
    );
    const rows = await this.store.query<SessionRow>(
      sql`SELECT * FROM test_sessions WHERE ${ownedBy(owner)} AND (CAST(${before} AS bigint) IS NULL OR id < CAST(${before} AS bigint))
          ORDER BY id DESC LIMIT ${limit + 1}`,
    );
    const last = rows.length > limit ? rows[limit - 1] : undefined;
    return {
      items: rows.slice(0, limit).map(this.sessions.of),
      nextCursor: last === undefined ? null : encodeNameCursor(last.session_id),
    };
  }

  async before({ owner, sessionId }: TestSession, limit: number): Promise<readonly StoredSession[]> {
    const rows = await this.store.query<SessionRow>(
      sql`SELECT * FROM test_sessions
          WHERE owner = ${owner} AND status IN ('completed', 'failed') AND outcome IS NOT NULL
            AND id < (SELECT id FROM test_sessions WHERE session_id = ${sessionId})
          ORDER BY id DESC LIMIT ${limit}`,
    );
    return rows.map(this.sessions.of).reverse();
  }

  interruptUnfinished(): Promise<readonly string[]> {
    return this.store.transaction(async () => {
      const rows = await this.store.query<SessionRow>(
        sql`SELECT * FROM test_sessions WHERE status IN ('queued', 'running') AND ${this.marks.isAbandoned}
            ORDER BY id ${this.store.dialect.forUpdate}`,
      );
      const interrupted = rows.map((row) => ({ ...readJson(row.session, isSession), status: 'interrupted' as const }));
      for (const session of interrupted) await this.save(session, null);
      return interrupted.map((session) => session.sessionId);
    });
  }

  async savePlan(sessionId: string, personas: readonly Persona[], questions: SessionQuestions): Promise<void> {
    await this.store.change(sql`INSERT INTO test_plans (session_id, personas, questions)
      VALUES (${sessionId}, ${JSON.stringify(personas)}, ${JSON.stringify(questions)})`);
  }

  async plan(
    sessionId: string,
  ): Promise<{ readonly personas: readonly Persona[]; readonly questions: SessionQuestions } | undefined> {
    const row = await this.store.one<{ personas: string; questions: string }>(
      sql`SELECT personas, questions FROM test_plans WHERE session_id = ${sessionId}`,
    );
    if (row === undefined) return undefined;
    return { personas: readJson(row.personas, isPersonas), questions: readJson(row.questions, isQuestions) };
  }

  async saveAnswer(sessionId: string, key: AnswerKey, answer: TargetAnswer): Promise<void> {
    await this.store.change(sql`INSERT INTO test_answers (session_id, result_id, attempt, answer)
      VALUES (${sessionId}, ${key.resultId}, ${key.attempt}, ${JSON.stringify(answer)})
      ON CONFLICT (session_id, result_id, attempt) DO UPDATE SET answer = excluded.answer`);
  }

  async answer(sessionId: string, key: AnswerKey): Promise<TargetAnswer | undefined> {
    const row = await this.store.one<{ answer: string }>(
      sql`SELECT answer FROM test_answers
          WHERE session_id = ${sessionId} AND result_id = ${key.resultId} AND attempt = ${key.attempt}`,
    );
    return row === undefined ? undefined : readJson(row.answer, isAnswer);
  }

  async saveResult(sessionId: string, result: TestResult): Promise<void> {
    await this.store.transaction(async () => {
      await this.store.change(sql`INSERT INTO test_results (session_id, result_id, question_id, verdict, result)
        VALUES (${sessionId}, ${result.resultId}, ${result.questionId}, ${result.judgement.verdict}, ${JSON.stringify(result)})
        ON CONFLICT (session_id, result_id) DO UPDATE SET verdict = excluded.verdict, result = excluded.result`);
      await this.saveSummary(sessionId, summarize(result));
    });
  }

  private async saveSummary(sessionId: string, resultSummary: ResultSummary): Promise<void> {
    await this.store.change(sql`INSERT INTO test_result_summaries (session_id, result_id, summary)
      VALUES (${sessionId}, ${resultSummary.resultId}, ${JSON.stringify(resultSummary)})
      ON CONFLICT (session_id, result_id) DO UPDATE SET summary = excluded.summary`);
  }

  /** Missing summaries, for example of an earlier release, are made from the results and stored. */
  async resultSummaries(sessionId: string): Promise<readonly ResultSummary[]> {
    const rows = await this.store.query<ResultSummaryRow>(
      sql`SELECT result_id, summary FROM test_results LEFT JOIN test_result_summaries USING (session_id, result_id)
          WHERE session_id = ${sessionId} ORDER BY test_results.id`,
    );
    const known = summariesIn(rows);
    if (known !== undefined) return known;
    const made = (await this.results(sessionId)).map(summarize);
    await this.store.transaction(async () => {
      for (const resultSummary of made) await this.saveSummary(sessionId, resultSummary);
    });
    return made;
  }

  async evaluated(sessionId: string, resultIds: readonly string[]): Promise<number> {
    const row = await this.store.one<{ n: number }>(sql`SELECT count(*) AS n FROM test_results
      WHERE session_id = ${sessionId} AND ${this.store.dialect.isOneOf('result_id', resultIds)} AND verdict <> 'not_evaluated'`);
    return row?.n ?? 0;
  }

  async progress(sessionId: string): Promise<{ readonly done: number; readonly success: number }> {
    const row = await this.store.one<{ done: number; success: number }>(
      sql`SELECT count(*) AS done, count(*) FILTER (WHERE verdict = 'success') AS success FROM test_results
          WHERE session_id = ${sessionId}`,
    );
    return row ?? { done: 0, success: 0 };
  }

  async results(sessionId: string): Promise<readonly TestResult[]> {
    const rows = await this.store.query<ResultRow>(
      sql`SELECT result_id, result FROM test_results WHERE session_id = ${sessionId} ORDER BY id`,
    );
    return rows.map((row) => readJson(row.result, isResult));
  }

  async resultsOf(sessionId: string, resultIds: readonly string[]): Promise<readonly TestResult[]> {
    const rows = await this.store.query<ResultRow>(
      sql`SELECT result_id, result FROM test_results
          WHERE session_id = ${sessionId} AND ${this.store.dialect.isOneOf('result_id', resultIds)} ORDER BY id`,
    );
    return rows.map((row) => readJson(row.result, isResult));
  }

  async resultPage(sessionId: string, limit: number, cursor: string | undefined): Promise<Page<TestResult>> {
    const after = await this.rowAt(
      cursor,
      (name) => sql`SELECT id FROM test_results WHERE session_id = ${sessionId} AND result_id = ${name}`,
    );
    const rows = await this.store.query<ResultRow>(
      sql`SELECT result_id, result FROM test_results WHERE session_id = ${sessionId} AND id > CAST(${after ?? 0} AS bigint)
          ORDER BY id LIMIT ${limit + 1}`,
    );
    const last = rows.length > limit ? rows[limit - 1] : undefined;
    return {
      items: rows.slice(0, limit).map((row) => readJson(row.result, isResult)),
      nextCursor: last === undefined ? null : encodeNameCursor(last.result_id),
    };
  }

  async history(owner: string): Promise<QuestionHistory> {
    const rows = await this.store.query<{ question_id: string; verdict: string }>(
      sql`SELECT question_id, verdict FROM test_results
          WHERE session_id IN (SELECT session_id FROM test_sessions
            WHERE owner = ${owner} AND status = 'completed' ORDER BY id DESC LIMIT ${EXPERIENCE_LIMIT})
          ORDER BY id`,
    );
    const newest = new Map(rows.map((row) => [row.question_id, row.verdict]));
    const withVerdict = (holds: (verdict: string) => boolean) =>
      new Set([...newest].filter(([, verdict]) => holds(verdict)).map(([questionId]) => questionId));
    return {
      passed: withVerdict((verdict) => verdict === 'success'),
      failed: withVerdict((verdict) => verdict === 'failure' || verdict === 'partial'),
    };
  }

  /** Row of the item of a cursor, in the list of this caller. @throws InvalidInputError for a cursor that no page of it returned */
  private async rowAt(cursor: string | undefined, find: (name: string) => Sql): Promise<number | null> {
    if (cursor === undefined) return null;
    const row = await this.store.one<{ id: number }>(find(decodeNameCursor(cursor)));
    if (row === undefined) throw notACursor();
    return row.id;
  }
}
