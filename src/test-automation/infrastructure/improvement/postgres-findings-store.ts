import { Injectable } from '@nestjs/common';
import { PostgresDatabase } from '../../../shared/infrastructure/database/postgres/postgres-database.js';
import { sql } from '../../../shared/infrastructure/database/postgres/sql.js';
import { SessionFindings } from '../../domain/found-in-session.js';
import { FindingsStore } from '../../domain/session-artifacts.js';
import { isFindings } from './sqlite-findings-store.js';

/** Findings in the shared store. */
@Injectable()
export class PostgresFindingsStore extends FindingsStore {
  constructor(private readonly database: PostgresDatabase) {
    super();
  }

  async save(sessionId: string, findings: SessionFindings): Promise<void> {
    await this.database
      .change(sql`INSERT INTO test_findings (session_id, findings) VALUES (${sessionId}, ${JSON.stringify(findings)})
      ON CONFLICT (session_id) DO UPDATE SET findings = excluded.findings`);
  }

  async find(sessionId: string): Promise<SessionFindings | undefined> {
    const row = await this.database.one<{ findings: string }>(
      sql`SELECT findings FROM test_findings WHERE session_id = ${sessionId}`,
    );
    const value: unknown = row === undefined ? undefined : JSON.parse(row.findings);
    return isFindings(value) ? value : undefined;
  }
}
