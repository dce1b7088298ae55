import { call, query, send } from './call.js';
import { anything, flag, list, map, nullable, number, object, page, type Read, text } from './shape.js';

const Source = object({
  source_id: text,
  name: text,
  kind: text,
  location: map(anything),
  category: list(text),
  folders_as_categories: nullable(flag),
  removed: nullable(text),
  schedule: nullable(object({ cron: text })),
  watch: nullable(flag),
  paused: nullable(flag),
  origin: text,
});
export type Source = Read<typeof Source>;

const Counts = object({
  added: number,
  changed: number,
  moved: number,
  unchanged: number,
  removed: number,
  failed: number,
});
const Run = object({
  run_id: text,
  status: text,
  dry_run: flag,
  started_at: text,
  done: number,
  total: number,
  counts: Counts,
  files: list(object({ path: text, outcome: text, reason: nullable(text) })),
  error: nullable(text),
});
export type Run = Read<typeof Run>;

/** The settings that the form writes; others of a stored source are kept. */
export interface SourceSettings {
  readonly name: string;
  readonly kind: string;
  readonly location: Readonly<Record<string, unknown>>;
  readonly category: readonly string[];
  readonly folders_as_categories: boolean;
  readonly removed: string;
  readonly schedule: { readonly cron: string } | null;
  readonly watch: boolean;
  readonly paused: boolean;
}

const urlOf = (id: string) => `/sources/${encodeURIComponent(id)}`;
const Anything = map(anything);
/** Fields of a stored source that only the server sets. */
const SET_BY_SERVER = new Set(['source_id', 'origin', 'owner']);

export const listSources = (cursor: string | null) => call(`/sources${query({ cursor, limit: 100 })}`, page(Source));
export const addSource = (settings: SourceSettings) => call('/sources', Source, { body: settings });

/** Changes a source; rules and headers that the form does not show stay. @throws CallError */
export async function changeSource(id: string, settings: SourceSettings): Promise<Source> {
  const stored = Object.entries(await call(urlOf(id), Anything)).filter(([name]) => !SET_BY_SERVER.has(name));
  return call(urlOf(id), Source, { method: 'PUT', body: { ...Object.fromEntries(stored), ...settings } });
}

export const removeSource = (id: string, documents: 'keep' | 'delete') =>
  send(`${urlOf(id)}${query({ documents })}`, { method: 'DELETE' });
export const startRun = (id: string, isDryRun: boolean) =>
  call(`${urlOf(id)}/sync${query({ dry_run: String(isDryRun) })}`, Run, { method: 'POST' });
export const listRuns = (id: string) => call(`${urlOf(id)}/runs?limit=10`, page(Run));
