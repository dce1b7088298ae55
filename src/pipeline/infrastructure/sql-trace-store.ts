import { Injectable } from '@nestjs/common';
import { Clock, daysBefore } from '../../shared/domain/clock.js';
import { sql } from '../../shared/infrastructure/database/postgres/sql.js';
import { WorkSqlStore } from '../../shared/infrastructure/database/sql-store.js';
import {
  SideEvent,
  Trace,
  TraceStore,
  COMPONENTS,
  ConfigurationMark,
  SIDE_COMPONENTS,
  TraceEvent,
} from '../domain/trace.js';

/** Retention in days: traces explain recent answers; the turns are in the conversations. */
export const KEEP_DAYS = 7;
/** Old traces are deleted once every N saves. */
export const SWEEP_EVERY = 500;

/** Whether an event is of a component of this version. */
export function isEvent(value: unknown): value is TraceEvent | SideEvent {
  return (
    typeof value === 'object' &&
    value !== null &&
    'component' in value &&
    [...COMPONENTS, ...SIDE_COMPONENTS].some((name) => name === value.component)
  );
}

function isMark(value: unknown): value is ConfigurationMark {
  return typeof value === 'object' && value !== null && 'version' in value && 'hash' in value;
}

/** Reads the configuration of a trace from its row. */
export function readMark(text: string | null): ConfigurationMark | undefined {
  const mark: unknown = text === null ? undefined : JSON.parse(text);
  return isMark(mark) ? mark : undefined;
}

interface Row {
  readonly events: string;
  readonly configuration: string | null;
  readonly owner: string;
  readonly created_at: string;
}

/** Traces. The shared store keeps later events in separate rows, the embedded store in the list of the trace. */
@Injectable()
export class SqlTraceStore extends TraceStore {
  private saves = 0;

  constructor(
    private readonly store: WorkSqlStore,
    private readonly clock: Clock,
  ) {
    super();
  }

  async save({ traceId, owner, events, configuration }: Trace): Promise<void> {
    const now = this.clock.now();
    const mark = configuration === undefined ? null : JSON.stringify(configuration);
    await this.store.change(sql`INSERT INTO traces (trace_id, owner, created_at, events, configuration)
      VALUES (${traceId}, ${owner}, ${now.toISOString()}, ${JSON.stringify(events)}, ${mark})`);
    if (++this.saves % SWEEP_EVERY !== 0) return;
    const oldest = daysBefore(now, KEEP_DAYS);
    await this.store.change(sql`DELETE FROM traces WHERE created_at < ${oldest}`);
  }

  async append(traceId: string, owner: string, event: SideEvent): Promise<void> {
    const text = JSON.stringify(event);
    await this.store.change(
      this.hasSideEvents
        ? sql`INSERT INTO trace_late_events (trace_id, event)
            SELECT trace_id, ${text} FROM traces WHERE trace_id = ${traceId} AND owner = ${owner}`
        : sql`UPDATE traces SET events = json_insert(events, '$[#]', json(${text}))
            WHERE trace_id = ${traceId} AND owner = ${owner}`,
    );
  }

  async find(traceId: string, owner: string | undefined): Promise<Trace | undefined> {
    const row = await this.store.one<Row>(
      sql`SELECT events, configuration, owner, created_at FROM traces WHERE trace_id = ${traceId}`,
    );
    if (row === undefined || (owner !== undefined && row.owner !== owner)) return undefined;
    const later = await this.laterEvents(traceId);
    const stored: unknown = JSON.parse(row.events);
    const events: readonly unknown[] = Array.isArray(stored) ? stored : [];
    return {
      traceId,
      owner: row.owner,
      createdAt: row.created_at,
      configuration: readMark(row.configuration),
      events: [...events, ...later].filter(isEvent),
    };
  }

  private get hasSideEvents(): boolean {
    return this.store.dialect.name === 'postgres';
  }

  private async laterEvents(traceId: string): Promise<readonly unknown[]> {
    if (!this.hasSideEvents) return [];
    const rows = await this.store.query<{ event: string }>(
      sql`SELECT event FROM trace_late_events WHERE trace_id = ${traceId} ORDER BY id`,
    );
    return rows.map(({ event }): unknown => JSON.parse(event));
  }
}
