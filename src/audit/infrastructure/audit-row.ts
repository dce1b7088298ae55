import { z } from 'zod';
import { Sql, sql, trusted } from '../../shared/infrastructure/database/postgres/sql.js';
import { AuditEntry } from '../domain/audit-entry.js';
import { AuditQuery } from '../domain/audit-log.js';

export const AUDIT_COLUMNS =
  'seq, at, request_id, caller, route, filter, agent_id, action, question, shown, detail, previous_hash, hash';

/** A row as read; `filter` and `shown` are JSON. */
export interface AuditRow {
  readonly seq: number;
  readonly at: string;
  readonly request_id: string;
  readonly caller: string;
  readonly route: string;
  readonly filter: string | null;
  readonly agent_id: string | null;
  readonly action: AuditEntry['action'];
  readonly question: string | null;
  readonly shown: string;
  readonly detail: string | null;
  readonly previous_hash: string;
  readonly hash: string;
}

const shownSchema = z.array(z.object({ id: z.string(), passages: z.array(z.string()) }));
const filterSchema = z.array(z.string());

/** A forged row may hold any text: invalid JSON reads as empty, and then the digest does not match. */
function readJson<T>(schema: z.ZodType<T>, text: string, instead: T): T {
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    return instead;
  }
}

export function toEntry(row: AuditRow): AuditEntry {
  return {
    seq: row.seq,
    at: row.at,
    requestId: row.request_id,
    caller: row.caller,
    route: row.route,
    filter: row.filter === null ? null : readJson(filterSchema, row.filter, []),
    agentId: row.agent_id,
    action: row.action,
    question: row.question,
    shown: readJson(shownSchema, row.shown, []),
    detail: row.detail,
    previousHash: row.previous_hash,
    hash: row.hash,
  };
}

/** Fields that a text is searched in. */
const SEARCHED = ['question', 'route', 'detail', 'shown', 'request_id'];

/** Condition: one of the searched fields contains the text; `%` and `_` have no meaning of their own. */
function holdsText(text: string): Sql {
  const pattern = `%${text.toLowerCase().replace(/[\\%_]/gu, '\\$&')}%`;
  const [first, ...others] = SEARCHED.map(
    (column) => sql`lower(coalesce(${trusted(column)}, '')) LIKE ${pattern} ESCAPE '\\'`,
  );
  return others.reduce((all, one) => sql`${all} OR ${one}`, first ?? trusted('1 = 1'));
}

/** The statement that reads a part of the log, for either engine. */
export function entriesOf({ after, limit, caller, action, since, until, text, newestFirst }: AuditQuery): Sql {
  const conditions: Sql[] = [];
  if (after > 0)
    conditions.push(newestFirst === true ? sql`seq < CAST(${after} AS bigint)` : sql`seq > CAST(${after} AS bigint)`);
  if (caller !== undefined) conditions.push(sql`caller = ${caller}`);
  if (action !== undefined) conditions.push(sql`action = ${action}`);
  if (since !== undefined) conditions.push(sql`at >= ${since}`);
  if (until !== undefined) conditions.push(sql`at < ${until}`);
  if (text !== undefined) conditions.push(sql`(${holdsText(text)})`);
  const which = conditions.reduce((all, one) => sql`${all} AND ${one}`, trusted('1 = 1'));
  const order = trusted(newestFirst === true ? 'DESC' : 'ASC');
  return sql`SELECT ${trusted(AUDIT_COLUMNS)} FROM audit_entries WHERE ${which} ORDER BY seq ${order} LIMIT ${limit}`;
}
