import { call, query } from './call.js';
import { flag, nullable, number, object, page, type Read, text } from './shape.js';

const Job = object({
  job_id: text,
  kind: text,
  status: text,
  progress: object({ done: number, total: number }),
  error: nullable(text),
  /** Absent for those who see their own jobs alone; null for the server's own work. */
  owner: nullable(text),
  cancellable: flag,
  created_at: text,
  updated_at: text,
});
export type Job = Read<typeof Job>;

export const listJobs = (cursor: string | null) => call(`/jobs${query({ cursor, limit: 50 })}`, page(Job));
export const cancelJob = (id: string) => call(`/jobs/${encodeURIComponent(id)}/cancel`, Job, { method: 'POST' });
