import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The caller, the question and the shown documents. Rows are only added; triggers enforce that unless the schema changes. */
export class AuditLog1764500000000 implements MigrationInterface {
  readonly name = 'AuditLog1764500000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE audit_entries (
      seq INTEGER PRIMARY KEY,
      at TEXT NOT NULL,
      request_id TEXT NOT NULL,
      caller TEXT NOT NULL,
      route TEXT NOT NULL,
      filter TEXT,
      agent_id TEXT,
      action TEXT NOT NULL,
      question TEXT,
      shown TEXT NOT NULL,
      detail TEXT,
      previous_hash TEXT NOT NULL,
      hash TEXT NOT NULL)`);
    await runner.query('CREATE INDEX audit_entries_by_caller ON audit_entries (caller, seq)');
    await runner.query('CREATE INDEX audit_entries_by_time ON audit_entries (at)');
    // Where the chain continues after retention removed its start.
    await runner.query(`CREATE TABLE audit_anchor (
      only INTEGER PRIMARY KEY CHECK (only = 1),
      seq INTEGER NOT NULL,
      hash TEXT NOT NULL)`);
    await runner.query(`INSERT INTO audit_anchor (only, seq, hash) VALUES (1, 0, '${'0'.repeat(64)}')`);
    await runner.query(`CREATE TRIGGER audit_entries_never_change BEFORE UPDATE ON audit_entries
      BEGIN SELECT RAISE(ABORT, 'entries of the audit log are never changed'); END`);
    await runner.query(`CREATE TRIGGER audit_entries_go_in_order BEFORE DELETE ON audit_entries
      WHEN OLD.seq > (SELECT seq FROM audit_anchor)
      BEGIN SELECT RAISE(ABORT, 'entries of the audit log are removed by retention only'); END`);
    await runner.query(`CREATE TRIGGER audit_anchor_moves_on BEFORE UPDATE ON audit_anchor WHEN NEW.seq < OLD.seq
      BEGIN SELECT RAISE(ABORT, 'the audit log is never put back'); END`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE audit_entries');
    await runner.query('DROP TABLE audit_anchor');
  }
}
