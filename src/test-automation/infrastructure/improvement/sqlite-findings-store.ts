import { Injectable } from '@nestjs/common';
import { WorkDatabase } from '../../../shared/infrastructure/database/databases.js';
import { FindingsStore } from '../../domain/session-artifacts.js';
import { SessionFindings } from '../../domain/found-in-session.js';

/** Findings that this version understands. */
export function isFindings(value: unknown): value is SessionFindings {
  return typeof value === 'object' && value !== null && 'whys' in value && 'improvements' in value;
}

/** Findings in the embedded store. */
@Injectable()
export class SqliteFindingsStore extends FindingsStore {
  constructor(private readonly database: WorkDatabase) {
    super();
  }

  save(sessionId: string, findings: SessionFindings): Promise<void> {
    this.database.writer
      .prepare('INSERT OR REPLACE INTO test_findings (session_id, findings) VALUES (?, ?)')
      .run(sessionId, JSON.stringify(findings));
    return Promise.resolve();
  }

  find(sessionId: string): Promise<SessionFindings | undefined> {
    const row = this.database.reader
      .prepare<[string], { findings: string }>('SELECT findings FROM test_findings WHERE session_id = ?')
      .get(sessionId);
    const value: unknown = row === undefined ? undefined : JSON.parse(row.findings);
    return Promise.resolve(isFindings(value) ? value : undefined);
  }
}
