import { z } from 'zod';
import { isSourceHeader } from '../domain/source-record.js';
import { FILE_OUTCOMES, RUN_STATUSES } from '../domain/source-run.js';
import { FILE_NAME_DATES, REMOVAL_POLICIES } from '../domain/source.js';

const day = z.iso.date('must be a day that exists, as YYYY-MM-DD');
const header = z.unknown().refine(isSourceHeader, 'must be a text, or {"secret": "SOURCE_SECRET_…", "prefix": "…"}');

/** Settings of a source: an item of `sources.json`, and the stored form of a source of the API. */
export const sourceRecordSchema = z.strictObject({
  name: z.string(),
  kind: z.string(),
  location: z.record(z.string(), z.unknown()),
  headers: z.record(z.string(), header).optional(),
  include: z.array(z.string()).max(100).optional(),
  exclude: z.array(z.string()).max(100).optional(),
  category: z.array(z.string()),
  folders_as_categories: z.boolean().optional(),
  category_rules: z
    .array(z.strictObject({ match: z.string(), path: z.array(z.string()) }))
    .max(100)
    .optional(),
  groups: z.array(z.string()).max(50).optional(),
  group_rules: z
    .array(z.strictObject({ match: z.string(), groups: z.array(z.string()).max(50) }))
    .max(100)
    .optional(),
  file_name_date: z.enum(FILE_NAME_DATES).nullish(),
  date_rules: z
    .array(z.strictObject({ match: z.string(), effective_from: day.nullish(), effective_to: day.nullish() }))
    .max(100)
    .optional(),
  removed: z.enum(REMOVAL_POLICIES).optional(),
  schedule: z.strictObject({ cron: z.string(), time_zone: z.string().optional() }).nullish(),
  watch: z.boolean().optional(),
  paused: z.boolean().optional(),
});

const count = z.number();
/** The stored report of a run. */
export const runRecordSchema = z.object({
  runId: z.string(),
  sourceId: z.string(),
  status: z.enum(RUN_STATUSES),
  dryRun: z.boolean(),
  startedAt: z.string(),
  finishedAt: z.string().nullable(),
  done: count,
  total: count,
  counts: z.object({
    added: count,
    changed: count,
    moved: count,
    unchanged: count,
    removed: count,
    failed: count,
  }),
  files: z.array(
    z.object({
      path: z.string(),
      outcome: z.enum(FILE_OUTCOMES),
      documentId: z.string().exactOptional(),
      previousPath: z.string().exactOptional(),
      reason: z.string().exactOptional(),
    }),
  ),
  error: z.string().nullable(),
});

export const documentIdsSchema = z.array(z.string());
