import { Injectable } from '@nestjs/common';
import { Sql, sql } from '../../../shared/infrastructure/database/postgres/sql.js';
import { WorkSqlStore } from '../../../shared/infrastructure/database/sql-store.js';
import { AbstainedQuestion, AbstainedQuestions } from '../domain/abstained-questions.js';

/** Sessions whose own questions are left out, the newest of the key or of all callers. */
const RECENT_SESSIONS = 50;
/** Later than any turn, for a session that runs. */
const NO_END = '9999';

const timeIn = (session: string, name: 'startedAt' | 'completedAt'): string | undefined => {
  const stored: unknown = JSON.parse(session);
  const value: unknown =
    typeof stored === 'object' && stored !== null ? Object.entries(stored).find(([key]) => key === name)?.[1] : null;
  return typeof value === 'string' ? value : undefined;
};

/**
 * Stored turns of the chat that ended without an answer, while their conversation exists. A test session stores its turns too: what the key
 * asked while one of its sessions ran is left out.
 */
@Injectable()
export class SqlAbstainedQuestions extends AbstainedQuestions {
  constructor(private readonly store: WorkSqlStore) {
    super();
  }

  async recent(owner: string | undefined, limit: number): Promise<readonly AbstainedQuestion[]> {
    const own = owner === undefined ? sql`1 = 1` : sql`owner = ${owner}`;
    const sessions = await this.store.query<{ owner: string; session: string }>(
      sql`SELECT owner, session FROM test_sessions WHERE ${own} ORDER BY id DESC LIMIT ${RECENT_SESSIONS}`,
    );
    const outside = sessions.reduce<Sql>(
      (all, { owner: tester, session }) => {
        const started = timeIn(session, 'startedAt');
        const ended = timeIn(session, 'completedAt') ?? NO_END;
        return started === undefined
          ? all
          : sql`${all} AND NOT (owner = ${tester} AND created_at >= ${started} AND created_at <= ${ended})`;
      },
      sql`1 = 1`,
    );
    const rows = await this.store.query<{ trace_id: string; completed_question: string }>(
      sql`SELECT trace_id, completed_question FROM conversation_turns
          WHERE ${own} AND outcome = 'abstained' AND ${outside}
          ORDER BY created_at DESC, trace_id LIMIT ${limit}`,
    );
    return rows.map((row) => ({ traceId: row.trace_id, question: row.completed_question }));
  }
}
