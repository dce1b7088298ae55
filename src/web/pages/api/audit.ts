import { call, query } from './call.js';
import { flag, list, nullable, number, object, page, type Read, text } from './shape.js';

const AuditEntry = object({
  seq: number,
  at: text,
  request_id: text,
  caller: text,
  /** Of a person; null for a key, or for a person who is no longer known. */
  caller_name: nullable(text),
  route: text,
  filter: nullable(list(text)),
  action: text,
  question: nullable(text),
  shown: list(object({ id: text, passages: list(text) })),
  detail: nullable(text),
});
export type AuditEntry = Read<typeof AuditEntry>;

export const AUDITED_ACTIONS = [
  'ask',
  'search',
  'suggest_cases',
  'check_facts',
  'read_document',
  'filter_bypass',
  'change',
  'change_groups',
  'preview_group',
  'sign_in',
  'sign_out',
] as const;

/** Empty fields do not limit the list. */
export interface AuditFilter {
  readonly text: string;
  readonly caller: string;
  readonly action: string;
  /** First and last day, in the time zone of the reader. */
  readonly from: string;
  readonly to: string;
}

/** Start of a day in the reader's time zone; `later` days after it. */
function startOf(day: string, later = 0): string | null {
  if (day === '') return null;
  const start = new Date(`${day}T00:00:00`);
  start.setDate(start.getDate() + later);
  return start.toISOString();
}

const parametersOf = ({ text: words, caller, action, from, to }: AuditFilter) => ({
  text: words,
  caller,
  action,
  since: startOf(from),
  until: startOf(to, 1),
});

export const listAudit = (filter: AuditFilter, cursor: string | null) =>
  call(`/audit${query({ ...parametersOf(filter), order: 'newest', limit: 50, cursor })}`, page(AuditEntry));

export const auditExportPath = (filter: AuditFilter, format: 'csv' | 'jsonl') =>
  `/audit/export${query({ ...parametersOf(filter), format })}`;

export const verifyAudit = () =>
  call('/audit/verify', object({ intact: flag, entries: number, broken_at: nullable(number) }));
