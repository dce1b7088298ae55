import type { MigrationInterface, QueryRunner } from 'typeorm';

const NOW = `strftime('%Y-%m-%dT%H:%M:%fZ', 'now')`;
const EVENT_ID = `'evt_' || lower(hex(randomblob(16)))`;
const JOB_ENDS = `('succeeded', 'failed', 'cancelled')`;
const SESSION_ENDS = `('completed', 'failed', 'cancelled', 'interrupted')`;
const RUN_ENDS = `('completed', 'paused', 'interrupted', 'failed')`;
const COLUMNS = '(event_id, type, owner, ended_at, data)';
const summaryOf = (name: string): string => `json_extract(NEW.outcome, '$.summary.${name}')`;

/**
 * work.db: what ended, for webhooks. Triggers record it, so that it is stored in the transaction of the end itself. Short jobs, of which a
 * session has thousands, are left out.
 */
export class EndedWork1765720000000 implements MigrationInterface {
  readonly name = 'EndedWork1765720000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE ended_work (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      event_id TEXT NOT NULL UNIQUE,
      type TEXT NOT NULL,
      owner TEXT,
      ended_at TEXT NOT NULL,
      data TEXT NOT NULL)`);
    await runner.query(`CREATE TRIGGER jobs_ended AFTER UPDATE OF status ON jobs
      WHEN NEW.status IN ${JOB_ENDS} AND OLD.status NOT IN ${JOB_ENDS} AND NEW.kind NOT IN ('test-session-unit', 'index.embed')
      BEGIN INSERT INTO ended_work ${COLUMNS} VALUES (${EVENT_ID}, 'job.ended', NEW.owner, ${NOW},
        json_object('job_id', NEW.job_id, 'kind', NEW.kind, 'status', NEW.status, 'done', NEW.done, 'total', NEW.total)); END`);
    await runner.query(`CREATE TRIGGER test_sessions_ended AFTER UPDATE OF status ON test_sessions
      WHEN NEW.status IN ${SESSION_ENDS} AND OLD.status NOT IN ${SESSION_ENDS}
      BEGIN INSERT INTO ended_work ${COLUMNS} VALUES (${EVENT_ID}, 'test_session.ended', NEW.owner, ${NOW},
        json_object('session_id', NEW.session_id, 'status', NEW.status, 'queries', ${summaryOf('queries')},
          'success', ${summaryOf('success')}, 'partial', ${summaryOf('partial')}, 'failed', ${summaryOf('failed')},
          'not_evaluated', ${summaryOf('notEvaluated')}, 'success_rate', ${summaryOf('successRate')})); END`);
    await runner.query(`CREATE TRIGGER source_runs_ended AFTER UPDATE OF report ON source_runs
      WHEN json_extract(NEW.report, '$.status') IN ${RUN_ENDS} AND json_extract(OLD.report, '$.status') NOT IN ${RUN_ENDS}
      BEGIN INSERT INTO ended_work ${COLUMNS} VALUES (${EVENT_ID}, 'source_run.ended',
        (SELECT owner FROM sources WHERE source_id = NEW.source_id), ${NOW},
        json_object('run_id', NEW.run_id, 'source_id', NEW.source_id, 'status', json_extract(NEW.report, '$.status'),
          'dry_run', json(CASE WHEN json_extract(NEW.report, '$.dryRun') THEN 'true' ELSE 'false' END),
          'counts', json(json_extract(NEW.report, '$.counts')))); END`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const trigger of ['jobs_ended', 'test_sessions_ended', 'source_runs_ended'])
      await runner.query(`DROP TRIGGER ${trigger}`);
    await runner.query('DROP TABLE ended_work');
  }
}

/** access.db: webhooks with the secrets that sign their messages, and the messages. */
export class Webhooks1765720000000 implements MigrationInterface {
  readonly name = 'Webhooks1765720000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE webhooks (
      webhook_id TEXT PRIMARY KEY NOT NULL,
      owner TEXT NOT NULL,
      url TEXT NOT NULL,
      events TEXT NOT NULL,
      description TEXT NOT NULL,
      secret TEXT NOT NULL,
      status TEXT NOT NULL,
      failures INTEGER NOT NULL,
      created_at TEXT NOT NULL)`);
    await runner.query('CREATE INDEX webhooks_by_owner ON webhooks (owner)');
    await runner.query(`CREATE TABLE webhook_deliveries (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      delivery_id TEXT NOT NULL UNIQUE,
      webhook_id TEXT NOT NULL REFERENCES webhooks (webhook_id) ON DELETE CASCADE,
      event_id TEXT NOT NULL,
      type TEXT NOT NULL,
      event_owner TEXT,
      payload TEXT NOT NULL,
      status TEXT NOT NULL,
      attempts INTEGER NOT NULL,
      next_at TEXT NOT NULL,
      claimed_until TEXT,
      last_status INTEGER,
      last_error TEXT,
      created_at TEXT NOT NULL,
      ended_at TEXT,
      UNIQUE (webhook_id, event_id))`);
    await runner.query(`CREATE INDEX webhook_deliveries_due ON webhook_deliveries (next_at) WHERE status = 'pending'`);
    await runner.query('CREATE INDEX webhook_deliveries_by_webhook ON webhook_deliveries (webhook_id, number)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE webhook_deliveries');
    await runner.query('DROP TABLE webhooks');
  }
}
