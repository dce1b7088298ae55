import { Injectable } from '@nestjs/common';
import type Database from 'better-sqlite3';
import { Clock, daysBefore } from '../../shared/domain/clock.js';
import { WorkDatabase } from '../../shared/infrastructure/database/databases.js';
import { GroupedWrites } from '../../shared/infrastructure/database/grouped-writes.js';
import { SideEvent, Trace, TraceStore } from '../domain/trace.js';
import { isEvent, KEEP_DAYS, readMark, SWEEP_EVERY } from './trace-row.js';

interface Row {
  readonly events: string;
  readonly configuration: string | null;
  readonly owner: string;
  readonly created_at: string;
}

@Injectable()
export class SqliteTraceStore extends TraceStore {
  private readonly insert: Database.Statement<[string, string, string, string, string | null]>;
  private readonly addEvent: Database.Statement<[string, string, string]>;
  private saves = 0;

  constructor(
    private readonly database: WorkDatabase,
    private readonly writes: GroupedWrites,
    private readonly clock: Clock,
  ) {
    super();
    this.insert = database.writer.prepare(
      'INSERT INTO traces (trace_id, owner, created_at, events, configuration) VALUES (?, ?, ?, ?, ?)',
    );
    this.addEvent = database.writer.prepare(
      "UPDATE traces SET events = json_insert(events, '$[#]', json(?)) WHERE trace_id = ? AND owner = ?",
    );
  }

  save(trace: Trace): Promise<void> {
    const now = this.clock.now();
    const { traceId, owner, events, configuration } = trace;
    const mark = configuration === undefined ? null : JSON.stringify(configuration);
    return this.writes.run(() => {
      this.insert.run(traceId, owner, now.toISOString(), JSON.stringify(events), mark);
      if (++this.saves % SWEEP_EVERY !== 0) return;
      this.database.writer.prepare('DELETE FROM traces WHERE created_at < ?').run(daysBefore(now, KEEP_DAYS));
    });
  }

  append(traceId: string, owner: string, event: SideEvent): Promise<void> {
    return this.writes.run(() => void this.addEvent.run(JSON.stringify(event), traceId, owner));
  }

  find(traceId: string, owner: string | undefined): Promise<Trace | undefined> {
    const row = this.database.reader
      .prepare<[string], Row>('SELECT events, configuration, owner, created_at FROM traces WHERE trace_id = ?')
      .get(traceId);
    if (row === undefined || (owner !== undefined && row.owner !== owner)) return Promise.resolve(undefined);
    const events: unknown = JSON.parse(row.events);
    return Promise.resolve({
      traceId,
      owner: row.owner,
      createdAt: row.created_at,
      configuration: readMark(row.configuration),
      events: Array.isArray(events) ? events.filter(isEvent) : [],
    });
  }
}
