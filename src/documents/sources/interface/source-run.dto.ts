import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsOptional } from 'class-validator';
import { FILE_OUTCOMES, type FileOutcome, RUN_STATUSES, type RunStatus } from '../domain/source-run.js';

export class RunCountsDto {
  /** @example 3 */
  added!: number;
  /** @example 1 */
  changed!: number;
  /** Found again under another path, with the same document id. @example 0 */
  moved!: number;
  /** @example 210 */
  unchanged!: number;
  /** @example 2 */
  removed!: number;
  /** @example 1 */
  failed!: number;
}

/** One file of a report. */
export class FileReportDto {
  /** Path in the source. @example "rules/leave.pdf" */
  path!: string;
  @ApiProperty({ enum: FILE_OUTCOMES, example: 'changed' })
  outcome!: FileOutcome;
  /** @example "handbook/rules/leave.pdf" */
  document_id?: string;
  /** Previous path of a moved file. @example "leave.pdf" */
  previous_path?: string;
  /** Why it failed, or what the settings of the source leave out. @example "The file cannot be read: it is empty." */
  reason?: string;
}

/** A run of a source with its report. */
export class SourceRunDto {
  /** @example "run_77a0" */
  run_id!: string;
  /** @example "source_6f1c2a" */
  source_id!: string;
  @ApiProperty({ enum: RUN_STATUSES, example: 'completed' })
  status!: RunStatus;
  /** Whether it only reports what a run would do. */
  dry_run!: boolean;
  /** @example "2026-03-01T03:00:00.000Z" */
  started_at!: string;
  /** Null until it ends. @example "2026-03-01T03:00:12.000Z" */
  finished_at!: string | null;
  /** Number of processed files. @example 217 */
  done!: number;
  /** @example 217 */
  total!: number;
  counts!: RunCountsDto;
  /** The first 1,000 files that are not unchanged. */
  files!: FileReportDto[];
  /** Why the run as a whole failed; nothing was removed then. @example null */
  error!: string | null;
}

/** A run that was started. */
export class StartedRunDto extends SourceRunDto {
  /** For GET /jobs/{job_id}. @example "job_91cc" */
  job_id!: string;
}

export class SourceRunPageDto {
  items!: SourceRunDto[];
  /** Send it as cursor for the next page; null on the last. @example null */
  next_cursor!: string | null;
}

export class PipelineRunFactoryQueryDto {
  /** `true` reports what a run would do, and stores nothing. */
  @IsOptional()
  @IsIn(['true', 'false'], { message: 'must be true or false' })
  dry_run?: 'true' | 'false' = 'false';
}

export class RemoveSourceQueryDto {
  /** What to do with its documents. */
  @IsOptional()
  @IsIn(['keep', 'delete'], { message: 'must be keep or delete' })
  documents?: 'keep' | 'delete' = 'keep';
}
