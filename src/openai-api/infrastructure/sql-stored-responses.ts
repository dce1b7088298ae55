import { Injectable, Logger } from '@nestjs/common';
import { sql } from '../../shared/infrastructure/database/postgres/sql.js';
import { WorkSqlStore } from '../../shared/infrastructure/database/sql-store.js';
import { MAX_RESPONSES_PER_KEY, StoredResponse, StoredResponses } from '../domain/stored-responses.js';
import { ResponseRow, toResponse } from './response-row.js';
import { Interval } from '@nestjs/schedule';
import { SaveResponses } from '../application/save-responses.js';

@Injectable()
export class SqlStoredResponses extends StoredResponses {
  constructor(private readonly store: WorkSqlStore) {
    super();
  }

  /** Deletes the oldest before the insert of the newest: neither statement reads the rows that the other writes. */
  save(one: StoredResponse): Promise<void> {
    return this.store.changeTogether([
      sql`DELETE FROM stored_responses WHERE owner = ${one.owner} AND created_at <=
        (SELECT created_at FROM stored_responses WHERE owner = ${one.owner}
         ORDER BY created_at DESC LIMIT 1 OFFSET ${MAX_RESPONSES_PER_KEY - 1})`,
      sql`INSERT INTO stored_responses
          (response_id, owner, conversation_id, trace_id, previous_id, question, body, sources, created_at)
        VALUES (${one.responseId}, ${one.owner}, ${one.conversationId}, ${one.traceId}, ${one.previousId ?? null},
          ${one.question}, ${JSON.stringify(one.body)}, ${JSON.stringify(one.sources)}, ${one.createdAt})`,
    ]);
  }

  async find(responseId: string): Promise<StoredResponse | undefined> {
    const row = await this.store.one<ResponseRow>(
      sql`SELECT * FROM stored_responses WHERE response_id = ${responseId}`,
    );
    return row === undefined ? undefined : toResponse(row);
  }

  async remove(responseId: string): Promise<boolean> {
    return (await this.store.change(sql`DELETE FROM stored_responses WHERE response_id = ${responseId}`)) > 0;
  }

  removeBefore(at: string): Promise<number> {
    return this.store.change(sql`DELETE FROM stored_responses WHERE created_at < ${at}`);
  }

  async owners(): Promise<readonly string[]> {
    const rows = await this.store.query<{ owner: string }>(sql`SELECT DISTINCT owner FROM stored_responses`);
    return rows.map(({ owner }) => owner);
  }

  removeOf(owner: string): Promise<number> {
    return this.store.change(sql`DELETE FROM stored_responses WHERE owner = ${owner}`);
  }
}

const HOUR_MS = 3_600_000;

/** Deletes expired stored responses, every hour. */
@Injectable()
export class ResponseMaintenance {
  private readonly logger = new Logger('openai');

  constructor(private readonly responses: SaveResponses) {}

  @Interval(HOUR_MS)
  async run(): Promise<void> {
    try {
      const removed = await this.responses.removeEnded();
      if (removed > 0) this.logger.log({ removed }, 'deleted stored responses past their retention period');
    } catch (error) {
      this.logger.error({ err: error }, 'failed to delete stored responses');
    }
  }
}
