import { Injectable } from '@nestjs/common';
import { sql } from '../../../shared/infrastructure/database/postgres/sql.js';
import { WorkSqlStore } from '../../../shared/infrastructure/database/sql-store.js';
import { AbstainedQuestion, AbstainedQuestions } from '../domain/abstained-questions.js';

/** Stored turns of the chat that ended without an answer, while their conversation exists. */
@Injectable()
export class SqlAbstainedQuestions extends AbstainedQuestions {
  constructor(private readonly store: WorkSqlStore) {
    super();
  }

  async recent(owner: string, limit: number): Promise<readonly AbstainedQuestion[]> {
    const rows = await this.store.query<{ trace_id: string; completed_question: string }>(
      sql`SELECT trace_id, completed_question FROM conversation_turns
          WHERE owner = ${owner} AND outcome = 'abstained' ORDER BY created_at DESC, trace_id LIMIT ${limit}`,
    );
    return rows.map((row) => ({ traceId: row.trace_id, question: row.completed_question }));
  }
}
