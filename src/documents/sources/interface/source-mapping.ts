import { toRecord } from '../domain/source-record.js';
import { FileReport, SourceRun } from '../domain/source-run.js';
import { Source } from '../domain/source.js';
import { FileReportDto, SourceRunDto } from './source-run.dto.js';
import { DocumentSourceDto } from './source.dto.js';

export function toSourceDto({ id, origin, owner, settings }: Source): DocumentSourceDto {
  const record = toRecord(settings);
  const { schedule, date_rules: dates } = record;
  return {
    source_id: id,
    origin,
    owner,
    name: record.name,
    kind: record.kind,
    location: { ...record.location },
    headers: { ...record.headers },
    include: [...(record.include ?? [])],
    exclude: [...(record.exclude ?? [])],
    category: [...record.category],
    folders_as_categories: record.folders_as_categories ?? false,
    category_rules: (record.category_rules ?? []).map(({ match, path }) => ({ match, path: [...path] })),
    groups: [...(record.groups ?? [])],
    group_rules: (record.group_rules ?? []).map(({ match, groups }) => ({ match, groups: [...groups] })),
    file_name_date: record.file_name_date ?? null,
    date_rules: (dates ?? []).map(({ match, effective_from = null, effective_to = null }) => ({
      match,
      effective_from,
      effective_to,
    })),
    removed: record.removed ?? 'delete',
    schedule: schedule == null ? null : { cron: schedule.cron, time_zone: schedule.time_zone ?? 'UTC' },
    watch: record.watch ?? false,
    paused: record.paused ?? false,
  };
}

function toFileDto({ path, outcome, documentId, previousPath, reason }: FileReport): FileReportDto {
  return {
    path,
    outcome,
    ...(documentId === undefined ? {} : { document_id: documentId }),
    ...(previousPath === undefined ? {} : { previous_path: previousPath }),
    ...(reason === undefined ? {} : { reason }),
  };
}

export function toRunDto(run: SourceRun): SourceRunDto {
  return {
    run_id: run.runId,
    source_id: run.sourceId,
    status: run.status,
    dry_run: run.dryRun,
    started_at: run.startedAt,
    finished_at: run.finishedAt,
    done: run.done,
    total: run.total,
    counts: { ...run.counts },
    files: run.files.map(toFileDto),
    error: run.error,
  };
}
