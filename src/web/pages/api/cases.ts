import { call, query, send } from './call.js';
import { flag, list, nullable, number, object, page, type Read, text } from './shape.js';

const Case = object({
  case_id: text,
  query: text,
  category_path: list(text),
  content: text,
  quality_score: number,
  usage_count: number,
  success_rate: number,
  created_at: text,
  updated_at: text,
  withheld: nullable(flag),
  outdated: nullable(flag),
});
export type Case = Read<typeof Case>;

const Log = object({
  log_id: text,
  timestamp: text,
  query: text,
  suggested_case_ids: list(text),
  picked_case_ids: list(text),
  success_flag: nullable(flag),
  feedback: nullable(text),
  similarity_method: text,
});
export type CaseLog = Read<typeof Log>;

/** The fields that a person writes. */
export interface WrittenCase {
  readonly query: string;
  readonly content: string;
  readonly category_path: readonly string[];
  readonly quality_score: number;
}

const urlOf = (id: string) => `/cbr/cases/${encodeURIComponent(id)}`;

/** @param category JSON array of labels; empty for all */
export const listCases = (words: string, category: string, cursor: string | null) =>
  call(`/cbr/cases${query({ query: words, category, cursor, limit: 50 })}`, page(Case));
export const readCase = (id: string) => call(urlOf(id), Case);
export const readCaseLogs = (id: string) =>
  call(`${urlOf(id)}/logs?limit=100`, object({ logs: list(Log), total_count: number }));
export const createCase = (written: WrittenCase) => call('/cbr/case', object({ case_id: text }), { body: written });
export const changeCase = (id: string, changes: Partial<WrittenCase>) =>
  send(urlOf(id), { method: 'PUT', body: changes });
export const setQuality = (id: string, quality: number) =>
  send(`${urlOf(id)}/quality`, { method: 'PUT', body: { quality_score: quality } });
export const deleteCase = (id: string) => send(urlOf(id), { method: 'DELETE' });
