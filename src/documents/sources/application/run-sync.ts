import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../../shared/domain/clock.js';
import { DomainError } from '../../../shared/domain/domain-error.js';
import { isHandedOver, JobRun } from '../../../shared/domain/job-runner.js';
import { FileRules, PathPatterns } from '../domain/file-mapping.js';
import { Listed, SourceConnector, SourceError } from '../domain/source-connector.js';
import { SourceConnectors, SourceRights } from '../domain/source-connectors.js';
import { FileReport, queuedRun, RunReport, SourceRun } from '../domain/source-run.js';
import { SourceFile, SourceRuns } from '../domain/source-store.js';
import { Source } from '../domain/source.js';
import { planSync, SyncPlan } from '../domain/sync-plan.js';
import { SourceCatalogue } from './source-catalogue.js';
import { SyncContext, SyncFile } from './sync-file.js';
import { EventLoopYielder } from '../../../shared/domain/steps.js';

/** How often the report of a running sync is stored. */
const REPORT_EVERY_MS = 500;
/** If this many files disappear together, the disk is probably not mounted. */
const SUSPICIOUS_LOSS = 10;
/** This many server errors in a row do not come from the files. */
const MOST_ERRORS = 5;

const NOT_STORED = 'It was not stored because of an error of the server; its log has the cause.';

/** One sync while it runs. */
interface Work {
  readonly run: SourceRun;
  readonly source: Source;
  readonly job: JobRun;
  readonly report: RunReport;
}

/** One run: updates the documents of a source. A file that fails never stops the run, and the next run continues a stopped one. */
@Injectable()
export class RunSync {
  private readonly logger = new Logger('sources');

  constructor(
    private readonly catalogue: SourceCatalogue,
    private readonly connectors: SourceConnectors,
    private readonly patterns: PathPatterns,
    private readonly syncFile: SyncFile,
    private readonly runs: SourceRuns,
    private readonly clock: Clock,
  ) {}

  /** @param job whose data name the source, the run and whether nothing is to be stored */
  async run(job: JobRun): Promise<void> {
    const { source: sourceId = '', run: runId = '', dry_run: dryRun } = job.data;
    const source = await this.catalogue.find(sourceId);
    const stored = await this.runs.find(sourceId, runId);
    const queued = stored ?? queuedRun(runId, sourceId, dryRun === 'true', this.now());
    const run: SourceRun = { ...queued, status: 'running', startedAt: this.now() };
    const work: Work = { run, source, job, report: new RunReport() };
    await this.runs.interrupt(sourceId, runId);
    await this.runs.put(run);
    try {
      const rights = await this.catalogue.rightsOf(source.owner);
      if (rights === undefined)
        throw new SourceError('The key of the source was revoked, has expired, or may no longer store documents.');
      await this.withConnector(work, rights);
      await this.end(work, { status: 'completed' });
    } catch (error) {
      await this.endEarly(work, error);
    }
  }

  private async endEarly(work: Work, error: unknown): Promise<void> {
    const { job, source, run } = work;
    // Another process continues it.
    if (isHandedOver(job.signal)) throw error;
    if (job.signal.aborted) {
      const isPaused = await this.catalogue.find(source.id).then(
        ({ settings }) => settings.paused,
        () => false,
      );
      await this.end(work, { status: isPaused ? 'paused' : 'interrupted' });
      throw error;
    }
    const reason = error instanceof DomainError ? error.message : NOT_STORED;
    if (!(error instanceof DomainError))
      this.logger.error({ err: error, source: source.id, run: run.runId }, 'the run of a source failed');
    await this.end(work, { status: 'failed', error: reason });
  }

  private async withConnector(work: Work, rights: SourceRights): Promise<void> {
    const { source, job, run } = work;
    const connector = await this.connectors.open(source.settings, rights);
    try {
      const plan = await this.plan(source, connector, job.signal);
      const sender = { filter: rights.filter, owner: source.owner };
      const { dryRun } = run;
      await this.syncAll(work, plan, {
        source,
        sender,
        connector,
        dryRun,
        signal: job.signal,
        gone: byHash(plan.gone),
      });
    } finally {
      await connector.close();
    }
  }

  private async plan(source: Source, connector: SourceConnector, signal: AbortSignal): Promise<SyncPlan> {
    const listed: Listed[] = [];
    for await (const each of connector.list(signal)) {
      signal.throwIfAborted();
      listed.push(each);
    }
    const known = await this.syncFile.known(source.id);
    const whole = planSync(listed, known, new FileRules(source.settings, this.patterns), source.settings);
    const plan = connector.listsNewestOnly ? { ...whole, gone: [] } : whole;
    const lost = plan.gone.filter(({ state }) => state === 'stored').length;
    if (plan.files.length === 0 && lost >= SUSPICIOUS_LOSS)
      throw new SourceError(
        `The source lists no file, but ${lost} are stored; nothing was removed. Check that it is available and that its patterns match. If it is empty on purpose, delete the source with its documents.`,
      );
    return plan;
  }

  private async syncAll(work: Work, plan: SyncPlan, context: SyncContext): Promise<void> {
    const { report, job } = work;
    const unchanged = await this.syncFile.unchanged(plan);
    const others = new EventLoopYielder();
    let reportedAt = performance.now();
    let errors = 0;
    const step = async (path: string, sync: () => Promise<FileReport | undefined>) => {
      job.signal.throwIfAborted();
      const done = await sync().catch((error: unknown) => this.failed(path, error, job.signal));
      errors = done?.reason === NOT_STORED ? errors + 1 : 0;
      if (done === undefined) report.total -= 1;
      else report.add(done);
      if (errors >= MOST_ERRORS) throw new Error('Too many files in a row failed.');
      await others.yieldIfDue();
      if (performance.now() - reportedAt < REPORT_EVERY_MS) return;
      reportedAt = performance.now();
      await this.save(work);
    };
    for (const { folder, reason } of plan.unlisted)
      report.note({
        path: folder === '' ? '/' : folder,
        outcome: 'failed',
        reason: `It could not be listed: ${reason}`,
      });
    for (const part of plan.leftOut)
      report.note({ path: '/', outcome: 'unchanged', reason: `Left out by the settings: ${part}` });
    report.total = plan.files.length + plan.gone.length;
    for (const planned of plan.files) {
      const { path } = planned.entry;
      const same = unchanged.has(path) ? planned.known : undefined;
      await step(path, () =>
        same === undefined
          ? this.syncFile.sync(planned, context)
          : Promise.resolve({ path, outcome: 'unchanged', documentId: same.documentId }),
      );
    }
    const left = [...context.gone.values()].flat();
    report.total = plan.files.length + left.length;
    for (const file of left) await step(file.path, () => this.syncFile.removeGone(file, context));
  }

  private failed(path: string, error: unknown, signal: AbortSignal): FileReport {
    if (signal.aborted) throw error;
    if (error instanceof DomainError) return { path, outcome: 'failed', reason: error.message };
    this.logger.error({ err: error, path }, 'a file of a source could not be stored');
    return { path, outcome: 'failed', reason: NOT_STORED };
  }

  private async save({ run, report, job }: Work): Promise<void> {
    const { state } = report;
    job.progress(state.done, state.total);
    await this.runs.put({ ...run, ...state });
  }

  private async end({ run, report, job }: Work, end: Pick<SourceRun, 'status'> & { error?: string }): Promise<void> {
    const { state } = report;
    job.progress(state.done, state.total);
    await this.runs.put({ ...run, ...state, error: null, ...end, finishedAt: this.now() });
  }

  private now(): string {
    return this.clock.now().toISOString();
  }
}

/** A stored file is preferred to one that is out of force. */
function byHash(gone: readonly SourceFile[]): Map<string, SourceFile[]> {
  const found = new Map<string, SourceFile[]>();
  const ordered = [...gone].sort((a, b) => Number(a.state === 'retired') - Number(b.state === 'retired'));
  for (const file of ordered) found.set(file.hash, [...(found.get(file.hash) ?? []), file]);
  return found;
}
