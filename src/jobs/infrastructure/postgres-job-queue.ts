import { Injectable } from '@nestjs/common';
import { Clock } from '../../shared/domain/clock.js';
import { JobEnd } from '../../shared/domain/job-runner.js';
import { PostgresDatabase } from '../../shared/infrastructure/database/postgres/postgres-database.js';
import { Sql, sql } from '../../shared/infrastructure/database/postgres/sql.js';
import {
  FailedTry,
  DeadLetteredJob,
  HeldEntries,
  JobName,
  JobQueue,
  NewJob,
  QueuedKind,
  QueueLoad,
  QueueEvent,
  TakenJob,
} from '../domain/job-queue.js';
import { QueueEvents } from './queue-events.js';
import { QueueEntry, QueueReads } from './queue-reads.js';

/** The first attempt and three retries. */
const ATTEMPTS = 4;
/** Any number, the same in every process. */
const ALONE_LOCK = 7_046_032;

const LEFT = 'The job is no longer in the queue; start it again.';
const GIVEN_UP = 'The job failed in every attempt and was given up; the server log has the cause under this job_id.';
const TRIED_AGAIN = 'An attempt failed, and another one follows; the server log has the cause under this job_id.';
const DIED = 'The process that did it died, or had it too long.';

/** A process without its lock for this time is dead; one whose connection broke has it again within a second or two. */
export const DEAD_AFTER_MS = 3_000;

/** Records since when jobs belong to a process without a lock. */
class DeadWorkerDetector {
  private readonly since = new Map<string, number>();

  /** @param seen all current jobs of such processes @param nowMs the time @returns those whose process is dead */
  dead(seen: readonly { readonly jobId: string; readonly process: number }[], nowMs: number): string[] {
    const now = new Map(seen.map(({ jobId, process }) => [`${jobId} ${process}`, jobId]));
    for (const known of this.since.keys()) if (!now.has(known)) this.since.delete(known);
    for (const which of now.keys()) if (!this.since.has(which)) this.since.set(which, nowMs);
    return [...now].flatMap(([which, jobId]) =>
      nowMs - (this.since.get(which) ?? nowMs) >= DEAD_AFTER_MS ? [jobId] : [],
    );
  }
}

/** Attempts start 2 to 4, 4 to 8 and 8 to 16 s after the failed one, so that jobs that failed together do not return together. */
const RETRY_AT = sql`now() + make_interval(secs => power(2, attempt) * (1 + random()))`;

/**
 * Jobs in a table: an entry waits until it is due, is taken by one process (`FOR UPDATE SKIP LOCKED`), and is deleted at the end of the job.
 * Times of the queue are those of the database, which all processes share. `jobs` stores the public state of a job.
 */
@Injectable()
export class PostgresJobQueue extends JobQueue {
  private readonly notices: QueueEvents;
  private readonly reads: QueueReads;
  private readonly missing = new DeadWorkerDetector();
  /** Kinds of which only failures are stored. */
  private readonly ephemeral = new Set<string>();

  constructor(
    private readonly database: PostgresDatabase,
    private readonly clock: Clock,
  ) {
    super();
    this.notices = new QueueEvents(database);
    this.reads = new QueueReads(database);
  }

  async open(kinds: readonly QueuedKind[]): Promise<void> {
    for (const { kind, isSingleton } of kinds) if (!isSingleton) this.ephemeral.add(kind);
    await this.database
      .change(sql`UPDATE jobs SET status = 'failed', error = ${LEFT} WHERE status IN ('queued', 'running')
      AND NOT EXISTS (SELECT 1 FROM job_queue_entries o WHERE o.job_id = jobs.job_id)`);
  }

  async add(job: NewJob): Promise<string> {
    // The job with this key may end during the lookup.
    for (;;) {
      const jobId = await this.addOrFind(job);
      if (jobId !== undefined) return jobId;
    }
  }

  private async addOrFind({ jobId, kind, data, owner, key }: NewJob): Promise<string | undefined> {
    return this.database.transaction(async () => {
      const now = this.now();
      await this.database
        .change(sql`INSERT INTO jobs (job_id, kind, status, done, total, error, owner, created_at, updated_at, process)
          VALUES (${jobId}, ${kind}, 'queued', 0, 1, NULL, ${owner}, ${now}, ${now}, ${this.database.process})`);
      const added = await this.database.change(sql`INSERT INTO job_queue_entries (job_id, kind, data, key)
        VALUES (${jobId}, ${kind}, ${JSON.stringify(data)}::jsonb, ${key ?? null}) ON CONFLICT (key) DO NOTHING`);
      if (added > 0) {
        await this.notices.tell({ type: 'work', kind });
        return jobId;
      }
      await this.database.change(sql`DELETE FROM jobs WHERE job_id = ${jobId}`);
      const same = await this.database.one<{ job_id: string }>(
        sql`SELECT job_id FROM job_queue_entries WHERE key = ${key ?? null}`,
      );
      return same?.job_id;
    });
  }

  async take({ kind, limitS, isSingleton }: QueuedKind): Promise<TakenJob | undefined> {
    return this.database.transaction(async () => {
      if (isSingleton && !(await this.mayBegin(kind))) return undefined;
      const entry = await this.database.one<Omit<TakenJob, 'kind' | 'isLastTry'>>(sql`UPDATE job_queue_entries
        SET queue_id = gen_random_uuid(), attempt = attempt + 1, taken_until = now() + make_interval(secs => ${limitS})
        WHERE job_id = (SELECT job_id FROM job_queue_entries WHERE kind = ${kind} AND taken_until IS NULL AND due_at <= now()
          ORDER BY position LIMIT 1 FOR UPDATE SKIP LOCKED)
        RETURNING job_id AS "jobId", data, queue_id::text AS "queueId", attempt, cancelling AS "isCancelling"`);
      if (entry === undefined) return undefined;
      await this.change(entry.jobId, sql`status = 'running', process = ${this.database.process}`);
      return { ...entry, kind, isLastTry: entry.attempt >= ATTEMPTS };
    });
  }

  async progress({ jobId, queueId }: TakenJob, done: number, total: number): Promise<void> {
    await this.database
      .change(sql`UPDATE jobs SET done = ${Math.round(done)}, total = ${Math.round(total)}, updated_at = ${this.now()}
      WHERE job_id = ${jobId} AND process = ${this.database.process} AND status = 'running'
        AND EXISTS (SELECT 1 FROM job_queue_entries o WHERE o.job_id = jobs.job_id AND o.queue_id = ${queueId}::uuid)`);
  }

  async complete(job: TakenJob): Promise<void> {
    await this.settle(job, (entry) => this.end(entry, sql`status = 'succeeded', done = total, error = NULL`));
  }

  async cancelled(job: TakenJob): Promise<void> {
    await this.settle(job, (entry) => this.end(entry, sql`status = 'cancelled'`));
  }

  async fail(job: TakenJob, reason: string): Promise<FailedTry> {
    return (await this.settle(job, (entry) => this.failed(entry, reason))) ?? 'lost';
  }

  async requeue(job: TakenJob): Promise<void> {
    await this.settle(job, async ({ jobId, kind }) => {
      // A release is not a failure.
      await this.entry(jobId, sql`attempt = attempt - 1, taken_until = NULL, due_at = now()`);
      await this.change(jobId, sql`status = 'queued'`);
      await this.notices.tell({ type: 'work', kind });
    });
  }

  async withdraw(name: JobName): Promise<{ readonly running: string } | 'withdrawn' | 'unknown'> {
    return this.database.transaction(async () => {
      const [found] = await this.reads.entries(
        'key' in name ? sql`o.key = ${name.key}` : sql`o.job_id = ${name.jobId}`,
      );
      if (found === undefined) return 'unknown';
      if (found.status === 'queued') {
        await this.end(found, sql`status = 'cancelled'`);
        return 'withdrawn';
      }
      await this.entry(found.jobId, sql`cancelling = true`);
      await this.notices.tell({ type: 'cancel' });
      return { running: found.jobId };
    });
  }

  async recoverOrphanedJobs(): Promise<readonly DeadLetteredJob[]> {
    const dead = sql`j.process <> ${this.database.process} AND NOT ${this.database.isAlive('j.process')}`;
    const overdue = sql`o.taken_until < now()`;
    const seen = await this.database.query<{ jobId: string; process: number; isOverdue: boolean }>(
      sql`SELECT j.job_id AS "jobId", j.process, ${overdue} AS "isOverdue" FROM jobs j JOIN job_queue_entries o USING (job_id)
          WHERE j.status = 'running' AND (${overdue} OR ${dead})`,
    );
    const late = seen.filter(({ isOverdue }) => isOverdue).map(({ jobId }) => jobId);
    const orphans = this.missing.dead(
      seen.filter(({ isOverdue }) => !isOverdue),
      this.clock.now().getTime(),
    );
    const given: DeadLetteredJob[] = [];
    for (const jobId of [...late, ...orphans]) {
      const up = await this.giveUpOrAgain(
        sql`o.job_id = ${jobId} AND j.status = 'running' AND (${overdue} OR ${dead})`,
      );
      if (up !== undefined) given.push(up);
    }
    return given;
  }

  held(): Promise<HeldEntries> {
    return this.reads.held();
  }

  unfinished(keys: readonly string[]): Promise<ReadonlySet<string>> {
    return this.reads.unfinished(keys);
  }

  endOf(jobId: string): Promise<JobEnd | undefined> {
    return this.reads.endOf(jobId);
  }

  load(): Promise<QueueLoad> {
    return this.reads.load();
  }

  onNews(listener: (news: QueueEvent) => void): void {
    this.notices.listen(listener);
  }

  /** Locks the kind until the end of the transaction; a previous holder shows as running by then. */
  private async mayBegin(kind: string): Promise<boolean> {
    const lock = await this.database.one<{ free: boolean }>(
      sql`SELECT pg_try_advisory_xact_lock(${ALONE_LOCK}, hashtext(${`${this.database.schema} ${kind}`})) AS free`,
    );
    if (lock?.free !== true) return false;
    const busy = await this.database.one(sql`SELECT 1 FROM jobs WHERE kind = ${kind} AND status = 'running'`);
    return busy === undefined;
  }

  /** Changes a job of this process. @returns undefined if another process has it by now */
  private async settle<T>(
    { jobId, queueId }: TakenJob,
    change: (entry: QueueEntry) => Promise<T>,
  ): Promise<T | undefined> {
    return this.database.transaction(async () => {
      const [own] = await this.reads.entries(sql`o.job_id = ${jobId} AND o.queue_id = ${queueId}::uuid
        AND j.status = 'running' AND j.process = ${this.database.process}`);
      return own === undefined ? undefined : change(own);
    });
  }

  private async failed(entry: QueueEntry, reason: string): Promise<'again' | 'given-up'> {
    const { jobId, kind, attempt, data } = entry;
    if (attempt < ATTEMPTS) {
      await this.entry(jobId, sql`taken_until = NULL, due_at = ${RETRY_AT}`);
      await this.change(jobId, sql`status = 'queued', error = ${TRIED_AGAIN}`);
      return 'again';
    }
    await this.database.change(sql`INSERT INTO job_dead_letters (job_id, kind, data, reason)
      VALUES (${jobId}, ${kind}, ${JSON.stringify(data)}::jsonb, ${reason})`);
    await this.database.change(sql`DELETE FROM job_dead_letters WHERE failed_at < now() - interval '14 days'`);
    await this.end(entry, sql`status = 'failed', error = ${GIVEN_UP}`);
    return 'given-up';
  }

  private async end({ jobId, kind }: QueueEntry, change: Sql): Promise<void> {
    await this.database.change(sql`DELETE FROM job_queue_entries WHERE job_id = ${jobId}`);
    await this.change(jobId, change);
    if (this.ephemeral.has(kind))
      await this.database.change(sql`DELETE FROM jobs WHERE job_id = ${jobId} AND status <> 'failed'`);
    await this.notices.tell({ type: 'ended', jobId });
  }

  private async giveUpOrAgain(condition: Sql): Promise<DeadLetteredJob | undefined> {
    return this.database.transaction(async () => {
      const [entry] = await this.reads.entries(condition);
      if (entry === undefined || (await this.failed(entry, DIED)) === 'again') return undefined;
      return { kind: entry.kind, data: entry.data, reason: DIED };
    });
  }

  private async entry(jobId: string, change: Sql): Promise<void> {
    await this.database.change(sql`UPDATE job_queue_entries SET ${change} WHERE job_id = ${jobId}`);
  }

  private async change(jobId: string, change: Sql): Promise<void> {
    await this.database.change(sql`UPDATE jobs SET ${change}, updated_at = ${this.now()} WHERE job_id = ${jobId}`);
  }

  private now(): string {
    return this.clock.now().toISOString();
  }
}
