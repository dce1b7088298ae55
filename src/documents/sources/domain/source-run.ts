/** `paused` and `interrupted` runs are continued by the next run. */
export const RUN_STATUSES = ['queued', 'running', 'completed', 'failed', 'paused', 'interrupted'] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];

/** The outcome of one file. */
export const FILE_OUTCOMES = ['added', 'changed', 'moved', 'unchanged', 'removed', 'failed'] as const;
export type FileOutcome = (typeof FILE_OUTCOMES)[number];

/** One file of the report. */
export interface FileReport {
  readonly path: string;
  readonly outcome: FileOutcome;
  readonly documentId?: string;
  /** Previous path of a moved file. */
  readonly previousPath?: string;
  /** Why it failed, or a note for the reader. */
  readonly reason?: string;
}

export interface SourceRun {
  readonly runId: string;
  readonly sourceId: string;
  readonly status: RunStatus;
  readonly dryRun: boolean;
  readonly startedAt: string;
  readonly finishedAt: string | null;
  /** Number of processed files, of all that are listed or must be removed. */
  readonly done: number;
  readonly total: number;
  readonly counts: Readonly<Record<FileOutcome, number>>;
  /** The first MAX_REPORTED files that are not unchanged. */
  readonly files: readonly FileReport[];
  /** Why the run as a whole failed. */
  readonly error: string | null;
}

/** Files of one report: more would take too much storage; the counts continue. */
export const MAX_REPORTED = 1_000;

export const NO_COUNTS: Readonly<Record<FileOutcome, number>> = {
  added: 0,
  changed: 0,
  moved: 0,
  unchanged: 0,
  removed: 0,
  failed: 0,
};

/** A run that has not started. */
export function queuedRun(runId: string, sourceId: string, dryRun: boolean, startedAt: string): SourceRun {
  return {
    runId,
    sourceId,
    status: 'queued',
    dryRun,
    startedAt,
    finishedAt: null,
    done: 0,
    total: 0,
    counts: NO_COUNTS,
    files: [],
    error: null,
  };
}

/** The report of a running sync. */
export class RunReport {
  private readonly counts: Record<FileOutcome, number> = { ...NO_COUNTS };
  private readonly files: FileReport[] = [];
  private done = 0;
  total = 0;

  add(report: FileReport): void {
    this.counts[report.outcome] += 1;
    this.done += 1;
    if (report.outcome !== 'unchanged' && this.files.length < MAX_REPORTED) this.files.push(report);
  }

  /** Adds a note about a listing, which is not counted as a file; a failure is counted as one. */
  note(report: FileReport): void {
    if (report.outcome === 'failed') this.counts.failed += 1;
    if (this.files.length < MAX_REPORTED) this.files.push(report);
  }

  get state(): Pick<SourceRun, 'done' | 'total' | 'counts' | 'files'> {
    return { done: this.done, total: this.total, counts: { ...this.counts }, files: [...this.files] };
  }
}
