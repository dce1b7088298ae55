import { Injectable } from '@nestjs/common';
import { WorkDatabase } from '../../shared/infrastructure/database/databases.js';
import { AuditEntry, Improvement, ImprovementStore } from '../domain/improvement.js';
import { isImprovement, readJson } from './stored-session-json.js';

interface ImprovementRow {
  readonly improvement: string;
}

/** Its one parameter is the owner, or null. */
const ownedBy = (owner: string | undefined): string => (owner === undefined ? '? IS NULL' : 'owner = ?');

/** Improvements in the embedded store. */
@Injectable()
export class SqliteImprovementStore extends ImprovementStore {
  constructor(private readonly database: WorkDatabase) {
    super();
  }

  replace(sessionId: string, owner: string, improvements: readonly Improvement[]): Promise<void> {
    const { writer } = this.database;
    const remove = writer.prepare("DELETE FROM test_improvements WHERE session_id = ? AND status = 'proposed'");
    const insert = writer.prepare(
      'INSERT OR IGNORE INTO test_improvements (improvement_id, session_id, owner, status, improvement) VALUES (?, ?, ?, ?, ?)',
    );
    writer.transaction(() => {
      remove.run(sessionId);
      for (const improvement of improvements)
        insert.run(improvement.id, sessionId, owner, improvement.status, JSON.stringify(improvement));
    })();
    return Promise.resolve();
  }

  list(owner: string | undefined): Promise<readonly Improvement[]> {
    const rows = this.database.reader
      .prepare<[string | null], ImprovementRow>(
        `SELECT improvement FROM test_improvements WHERE ${ownedBy(owner)} ORDER BY id DESC`,
      )
      .all(owner ?? null);
    return Promise.resolve(rows.map((row) => readJson(row.improvement, isImprovement)));
  }

  find(id: string, owner: string | undefined): Promise<Improvement | undefined> {
    const row = this.database.reader
      .prepare<[string, string | null], ImprovementRow>(
        `SELECT improvement FROM test_improvements WHERE improvement_id = ? AND ${ownedBy(owner)}`,
      )
      .get(id, owner ?? null);
    return Promise.resolve(row === undefined ? undefined : readJson(row.improvement, isImprovement));
  }

  sessionOf(id: string): Promise<string | undefined> {
    const row = this.database.reader
      .prepare<[string], { session_id: string }>('SELECT session_id FROM test_improvements WHERE improvement_id = ?')
      .get(id);
    return Promise.resolve(row?.session_id);
  }

  record(improvement: Improvement, owner: string | undefined, entry: AuditEntry): Promise<Improvement> {
    const { writer } = this.database;
    const changed: Improvement = { ...improvement, audit: [...(improvement.audit ?? []), entry] };
    writer.transaction(() => {
      writer
        .prepare(
          `UPDATE test_improvements SET status = ?, improvement = ? WHERE improvement_id = ? AND ${ownedBy(owner)}`,
        )
        .run(changed.status, JSON.stringify(changed), changed.id, owner ?? null);
      // The line belongs to whoever owns the improvement, whoever acts.
      writer
        .prepare(
          `INSERT INTO improvement_audit (improvement_id, owner, at, by, action, detail)
           SELECT improvement_id, owner, ?, ?, ?, ? FROM test_improvements WHERE improvement_id = ? AND ${ownedBy(owner)}`,
        )
        .run(entry.at, entry.by, entry.action, entry.detail, changed.id, owner ?? null);
    })();
    return Promise.resolve(changed);
  }
}
