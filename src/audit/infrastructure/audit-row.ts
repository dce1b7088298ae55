import { z } from 'zod';
import { AuditEntry } from '../domain/audit-entry.js';

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
