import { Injectable } from '@nestjs/common';
import { WorkDatabase } from '../../shared/infrastructure/database/databases.js';
import { GroupedWrites } from '../../shared/infrastructure/database/grouped-writes.js';
import { MAX_RESPONSES_PER_KEY, StoredResponse, StoredResponses } from '../domain/stored-responses.js';
import { ResponseRow, toResponse } from './response-row.js';

/** Responses in the embedded store. */
@Injectable()
export class SqliteStoredResponses extends StoredResponses {
  constructor(
    private readonly database: WorkDatabase,
    private readonly writes: GroupedWrites,
  ) {
    super();
  }

  async save(one: StoredResponse): Promise<void> {
    await this.change((run) => {
      run(
        `INSERT INTO stored_responses (response_id, owner, conversation_id, trace_id, previous_id, question, body, sources, created_at)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        one.responseId,
        one.owner,
        one.conversationId,
        one.traceId,
        one.previousId ?? null,
        one.question,
        JSON.stringify(one.body),
        JSON.stringify(one.sources),
        one.createdAt,
      );
      return run(
        `DELETE FROM stored_responses WHERE owner = ? AND created_at <=
           (SELECT created_at FROM stored_responses WHERE owner = ? ORDER BY created_at DESC LIMIT 1 OFFSET ?)`,
        one.owner,
        one.owner,
        MAX_RESPONSES_PER_KEY,
      );
    });
  }

  find(responseId: string): Promise<StoredResponse | undefined> {
    const row = this.database.reader
      .prepare<[string], ResponseRow>('SELECT * FROM stored_responses WHERE response_id = ?')
      .get(responseId);
    return Promise.resolve(row === undefined ? undefined : toResponse(row));
  }

  async remove(responseId: string): Promise<boolean> {
    return (await this.change((run) => run('DELETE FROM stored_responses WHERE response_id = ?', responseId))) > 0;
  }

  removeBefore(at: string): Promise<number> {
    return this.change((run) => run('DELETE FROM stored_responses WHERE created_at < ?', at));
  }

  owners(): Promise<readonly string[]> {
    const owners = this.database.reader
      .prepare<[], string>('SELECT DISTINCT owner FROM stored_responses')
      .pluck()
      .all();
    return Promise.resolve(owners);
  }

  removeOf(owner: string): Promise<number> {
    return this.change((run) => run('DELETE FROM stored_responses WHERE owner = ?', owner));
  }

  /** @returns rows that the last statement changed */
  private async change(
    work: (run: (text: string, ...values: (string | number | null)[]) => number) => number,
  ): Promise<number> {
    let changes = 0;
    await this.writes.run(() => {
      changes = work((text, ...values) => this.database.writer.prepare(text).run(...values).changes);
    });
    return changes;
  }
}
