import { Injectable } from '@nestjs/common';
import { Clock, daysBefore } from '../../shared/domain/clock.js';
import { PostgresDatabase } from '../../shared/infrastructure/database/postgres/postgres-database.js';
import { sql } from '../../shared/infrastructure/database/postgres/sql.js';
import { SideEvent, Trace, TraceStore } from '../domain/trace.js';
import { isEvent, KEEP_DAYS, readMark, SWEEP_EVERY } from './trace-row.js';

interface Row {
  readonly events: string;
  readonly configuration: string | null;
  readonly owner: string;
  readonly created_at: string;
}

/** Traces in the shared store. */
@Injectable()
export class PostgresTraceStore extends TraceStore {
  private saves = 0;

  constructor(
    private readonly database: PostgresDatabase,
    private readonly clock: Clock,
  ) {
    super();
  }

  async save({ traceId, owner, events, configuration }: Trace): Promise<void> {
    const now = this.clock.now();
    const mark = configuration === undefined ? null : JSON.stringify(configuration);
    await this.database.change(sql`INSERT INTO traces (trace_id, owner, created_at, events, configuration)
      VALUES (${traceId}, ${owner}, ${now.toISOString()}, ${JSON.stringify(events)}, ${mark})`);
    if (++this.saves % SWEEP_EVERY !== 0) return;
    const oldest = daysBefore(now, KEEP_DAYS);
    await this.database.change(sql`DELETE FROM traces WHERE created_at < ${oldest}`);
  }

  async append(traceId: string, owner: string, event: SideEvent): Promise<void> {
    await this.database.change(sql`INSERT INTO trace_side_events (trace_id, event)
      SELECT trace_id, ${JSON.stringify(event)} FROM traces WHERE trace_id = ${traceId} AND owner = ${owner}`);
  }

  async find(traceId: string, owner: string | undefined): Promise<Trace | undefined> {
    const row = await this.database.one<Row>(
      sql`SELECT events, configuration, owner, created_at FROM traces WHERE trace_id = ${traceId}`,
    );
    if (row === undefined || (owner !== undefined && row.owner !== owner)) return undefined;
    const later = await this.database.query<{ event: string }>(
      sql`SELECT event FROM trace_side_events WHERE trace_id = ${traceId} ORDER BY id`,
    );
    const stored: unknown = JSON.parse(row.events);
    const events: readonly unknown[] = Array.isArray(stored) ? stored : [];
    const added: unknown[] = later.map(({ event }): unknown => JSON.parse(event));
    return {
      traceId,
      owner: row.owner,
      createdAt: row.created_at,
      configuration: readMark(row.configuration),
      events: [...events, ...added].filter(isEvent),
    };
  }
}
