import { Injectable } from '@nestjs/common';
import { sql } from '../../shared/infrastructure/database/postgres/sql.js';
import { WorkSqlStore } from '../../shared/infrastructure/database/sql-store.js';
import { EndedWork } from '../domain/webhook.js';
import { EndedWorkFeed } from '../domain/webhook-store.js';

interface EndedRow {
  readonly event_id: string;
  readonly type: string;
  readonly owner: string | null;
  readonly ended_at: string;
  /** JSON. */
  readonly data: string;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** The table that triggers fill when a job, a test session or a run of a source ends. */
@Injectable()
export class SqlEndedWork extends EndedWorkFeed {
  constructor(private readonly store: WorkSqlStore) {
    super();
  }

  async next(limit: number): Promise<readonly EndedWork[]> {
    const rows = await this.store.query<EndedRow>(sql`SELECT * FROM ended_work ORDER BY number LIMIT ${limit}`);
    return rows.map(({ event_id: eventId, type, owner, ended_at: endedAt, data: text }) => {
      const data: unknown = JSON.parse(text);
      return { eventId, type, owner, endedAt, data: isRecord(data) ? data : {} };
    });
  }

  async done(eventIds: readonly string[]): Promise<void> {
    await this.store.change(sql`DELETE FROM ended_work WHERE ${this.store.dialect.isOneOf('event_id', eventIds)}`);
  }
}
