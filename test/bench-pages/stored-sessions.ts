import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { WorkDatabase } from '../../src/shared/infrastructure/database/databases.js';

/** One session in this number was interrupted and has no summary. */
const INTERRUPTED = 50;

/**
 * Copies a session that was really run until `count` are stored, with all its results, so that every row is as large as one in use.
 * The newest one is left running, which is what the list has to sum up while it is asked for.
 */
export function storeSessions(app: NestFastifyApplication, original: string, count: number): void {
  const { writer } = app.get(WorkDatabase, { strict: false });
  const session = writer.prepare(
    `INSERT INTO test_sessions (session_id, owner, status, created_at, session, outcome)
     SELECT @id, owner, @status, created_at, json_set(session, '$.sessionId', @id, '$.status', @status),
       CASE @status WHEN 'completed' THEN outcome END FROM test_sessions WHERE session_id = @original`,
  );
  const plan = writer.prepare(
    `INSERT INTO test_plans (session_id, personas, questions)
     SELECT @id, personas, questions FROM test_plans WHERE session_id = @original`,
  );
  const results = writer.prepare(
    `INSERT INTO test_results (session_id, result_id, question_id, verdict, result)
     SELECT @id, result_id, question_id, verdict, result FROM test_results WHERE session_id = @original`,
  );
  const resultSummaries = writer.prepare(
    `INSERT INTO test_result_summaries (session_id, result_id, summary) SELECT @id, result_id, summary FROM test_result_summaries WHERE session_id = @original`,
  );
  writer.transaction(() => {
    for (let i = 1; i < count; i += 1) {
      const status = i === count - 1 ? 'running' : i % INTERRUPTED === 0 ? 'interrupted' : 'completed';
      const values = { id: `ses_${i}`, status, original };
      session.run(values);
      plan.run({ id: values.id, original });
      results.run({ id: values.id, original });
      resultSummaries.run({ id: values.id, original });
    }
  })();
}
