import { call, query } from './call.js';
import { flag, list, nullable, number, object, page, type Read, text } from './shape.js';

const Source = object({ document_id: text, title: text, canonical_path: list(text), quote: text });
export type ReportSource = Read<typeof Source>;
const Again = object({ at: text, outcome: text, without_right: nullable(flag) });
const Report = object({
  trace_id: text,
  owner: nullable(text),
  created_at: text,
  question: text,
  abstained: flag,
  reported: flag,
  answer: nullable(text),
  sources: list(Source),
  withheld: nullable(flag),
  comment: nullable(text),
  correction: nullable(text),
  category: nullable(list(text)),
  done: nullable(object({ at: text, note: nullable(text) })),
  asked_again: nullable(Again),
});
export type Report = Read<typeof Report>;

const Group = object({
  question: text,
  count: number,
  latest_at: text,
  done_at: nullable(text),
  category: nullable(list(text)),
  trace_ids: list(text),
  questions: list(Report),
});
export type MissingGroup = Read<typeof Group>;
const Answered = object({
  trace_id: text,
  question: text,
  asked_again: nullable(Again),
  answer: nullable(text),
  sources: list(Source),
});
export type AnsweredReport = Read<typeof Answered>;

export const REPORT_STATES = ['open', 'done'] as const;
export const REPORT_KINDS = ['all', 'reported', 'abstained'] as const;
/** Questions that one request asks again. */
const MOST_ASKED = 20;

export const listReports = (state: string, kind: string, cursor: string | null) =>
  call(`/insights/reports${query({ state, kind, limit: 30, cursor })}`, page(Report));
/** @param since start of the time; the server's default without one */
export const readMissing = (since?: string, until?: string) =>
  call(`/insights/missing${query({ since: since ?? null, until: until ?? null })}`, object({ groups: list(Group) }));
export const markDone = (traceIds: readonly string[], done: boolean, note = '') =>
  call('/insights/reports/done', object({ items: list(Report) }), {
    body: { trace_ids: traceIds, done, ...(note.trim() === '' ? {} : { note: note.trim() }) },
  });
/** Of more questions the first ones, which are the newest, are asked. */
export const askReports = (traceIds: readonly string[]) =>
  call('/insights/reports/ask-again', object({ items: list(Answered) }), {
    body: { trace_ids: traceIds.slice(0, MOST_ASKED) },
  });
/** Where a document about a question is added, with the way back to the question. */
export const addUrl = (question: string, category: readonly string[] | null, traceId: string) =>
  `/pages/documents${query({
    about: question,
    path: category === null ? null : JSON.stringify(category),
    group: traceId,
  })}`;
