import { Injectable } from '@nestjs/common';
import { sql } from '../../../shared/infrastructure/database/postgres/sql.js';
import { WorkSqlStore } from '../../../shared/infrastructure/database/sql-store.js';
import { FindingsStore, FailureAnalysis } from '../../sessions/domain/session-artifacts.js';

/** Findings that this version can read. */
export function isFindings(value: unknown): value is FailureAnalysis {
  return typeof value === 'object' && value !== null && 'whys' in value && 'improvements' in value;
}

@Injectable()
export class SqlFindingsStore extends FindingsStore {
  constructor(private readonly store: WorkSqlStore) {
    super();
  }

  async save(sessionId: string, findings: FailureAnalysis): Promise<void> {
    await this.store
      .change(sql`INSERT INTO test_findings (session_id, findings) VALUES (${sessionId}, ${JSON.stringify(findings)})
      ON CONFLICT (session_id) DO UPDATE SET findings = excluded.findings`);
  }

  async find(sessionId: string): Promise<FailureAnalysis | undefined> {
    const row = await this.store.one<{ findings: string }>(
      sql`SELECT findings FROM test_findings WHERE session_id = ${sessionId}`,
    );
    const value: unknown = row === undefined ? undefined : JSON.parse(row.findings);
    return isFindings(value) ? value : undefined;
  }
}
