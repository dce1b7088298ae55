import { Injectable } from '@nestjs/common';
import type Database from 'better-sqlite3';
import { Clock } from '../../shared/domain/clock.js';
import { WorkDatabase } from '../../shared/infrastructure/database/databases.js';
import { COMPONENTS, Trace, TraceEvent, TraceStore } from '../domain/trace.js';

/** Traces are for looking into recent answers; conversations keep what was said. */
const KEEP_DAYS = 30;
/** Old traces are swept once in so many saves. */
const SWEEP_EVERY = 500;
const DAY_MS = 86_400_000;

function isEvent(value: unknown): value is TraceEvent {
  return (
    typeof value === 'object' &&
    value !== null &&
    'component' in value &&
    COMPONENTS.some((name) => name === value.component)
  );
}

@Injectable()
export class SqliteTraceStore extends TraceStore {
  private readonly insert: Database.Statement<[string, string, string, string]>;
  private saves = 0;

  constructor(
    private readonly database: WorkDatabase,
    private readonly clock: Clock,
  ) {
    super();
    this.insert = database.writer.prepare(
      'INSERT INTO traces (trace_id, owner, created_at, events) VALUES (?, ?, ?, ?)',
    );
  }

  save(trace: Trace): Promise<void> {
    const now = this.clock.now();
    this.insert.run(trace.traceId, trace.owner, now.toISOString(), JSON.stringify(trace.events));
    if (++this.saves % SWEEP_EVERY === 0) {
      this.database.writer
        .prepare('DELETE FROM traces WHERE created_at < ?')
        .run(new Date(now.getTime() - KEEP_DAYS * DAY_MS).toISOString());
    }
    return Promise.resolve();
  }

  find(traceId: string, owner: string): Promise<Trace | undefined> {
    const row = this.database.reader
      .prepare<[string, string], { events: string }>('SELECT events FROM traces WHERE trace_id = ? AND owner = ?')
      .get(traceId, owner);
    if (row === undefined) return Promise.resolve(undefined);
    const events: unknown = JSON.parse(row.events);
    return Promise.resolve({ traceId, owner, events: Array.isArray(events) ? events.filter(isEvent) : [] });
  }
}
