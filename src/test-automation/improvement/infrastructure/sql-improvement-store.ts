import { Injectable } from '@nestjs/common';
import { Sql, sql } from '../../../shared/infrastructure/database/postgres/sql.js';
import { WorkSqlStore } from '../../../shared/infrastructure/database/sql-store.js';
import { AuditEntry, Improvement, ImprovementStore } from '../../sessions/domain/improvement.js';
import { isImprovement, readJson } from '../../sessions/infrastructure/stored-session-json.js';

interface ImprovementRow {
  readonly improvement: string;
}

const ownedBy = (owner: string | undefined): Sql => (owner === undefined ? sql`1 = 1` : sql`owner = ${owner}`);

@Injectable()
export class SqlImprovementStore extends ImprovementStore {
  constructor(private readonly store: WorkSqlStore) {
    super();
  }

  async replace(sessionId: string, owner: string, improvements: readonly Improvement[]): Promise<void> {
    await this.store.transaction(async () => {
      // One that was dismissed and restored is proposed again, and keeps its history.
      await this.store.change(sql`DELETE FROM test_improvements WHERE session_id = ${sessionId} AND status = 'proposed'
        AND NOT EXISTS (SELECT 1 FROM improvement_audit WHERE improvement_audit.improvement_id = test_improvements.improvement_id)`);
      for (const improvement of improvements)
        await this.store
          .change(sql`INSERT INTO test_improvements (improvement_id, session_id, owner, status, improvement)
          VALUES (${improvement.id}, ${sessionId}, ${owner}, ${improvement.status}, ${JSON.stringify(improvement)})
          ON CONFLICT (improvement_id) DO NOTHING`);
    });
  }

  async list(owner: string | undefined): Promise<readonly Improvement[]> {
    const rows = await this.store.query<ImprovementRow>(
      sql`SELECT improvement FROM test_improvements WHERE ${ownedBy(owner)} ORDER BY id DESC`,
    );
    return rows.map((row) => readJson(row.improvement, isImprovement));
  }

  async find(id: string, owner: string | undefined): Promise<Improvement | undefined> {
    const row = await this.store.one<ImprovementRow>(
      sql`SELECT improvement FROM test_improvements WHERE improvement_id = ${id} AND ${ownedBy(owner)}`,
    );
    return row === undefined ? undefined : readJson(row.improvement, isImprovement);
  }

  async sessionOf(id: string): Promise<string | undefined> {
    const row = await this.store.one<{ session_id: string }>(
      sql`SELECT session_id FROM test_improvements WHERE improvement_id = ${id}`,
    );
    return row?.session_id;
  }

  async record(improvement: Improvement, owner: string | undefined, entry: AuditEntry): Promise<Improvement> {
    const changed: Improvement = { ...improvement, audit: [...(improvement.audit ?? []), entry] };
    await this.store.transaction(async () => {
      await this.store
        .change(sql`UPDATE test_improvements SET status = ${changed.status}, improvement = ${JSON.stringify(changed)}
        WHERE improvement_id = ${changed.id} AND ${ownedBy(owner)}`);
      // The line belongs to whoever owns the improvement, whoever acts.
      await this.store.change(sql`INSERT INTO improvement_audit (improvement_id, owner, at, actor, action, detail)
        SELECT improvement_id, owner, CAST(${entry.at} AS text), CAST(${entry.by} AS text), CAST(${entry.action} AS text), CAST(${entry.detail} AS text)
        FROM test_improvements WHERE improvement_id = ${changed.id} AND ${ownedBy(owner)}`);
    });
    return changed;
  }
}
