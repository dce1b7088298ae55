import { randomUUID } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import type { PgBoss } from 'pg-boss';
import { Clock } from '../../shared/domain/clock.js';
import { JobData, JobEnd } from '../../shared/domain/job-runner.js';
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
import { createPgBoss } from './create-pg-boss.js';
import { setAsideOldQueue, takeOverOldQueue } from './old-queue.js';
import { QueueEvents } from './queue-events.js';
import { QueueEntry, QueueReads } from './queue-reads.js';
import { DeadWorkerDetector, failOrphanedJobs } from './dead-workers.js';

/** Dead-letter queue; its jobs are stored as long as pg-boss stores unprocessed ones (at least 14 days). */
const DEAD_LETTERS = 'dead-letters';
/** Retries after the first attempt. */
const RETRIES = 3;
/** Seconds before the second attempt; about doubled before each further one. */
const RETRY_DELAY_S = 2;
/** Any number, the same in every process. */
const ALONE_LOCK = 7_046_032;

const GIVEN_UP = 'The job failed in every attempt and was given up; the server log has the cause under this job_id.';
const TRIED_AGAIN = 'An attempt failed, and another one follows; the server log has the cause under this job_id.';

/** Metadata of the entry in pg-boss. */
interface Payload {
  readonly jobId: string;
  readonly data: JobData;
}

type Place = Pick<QueueEntry, 'jobId' | 'kind' | 'queueId'>;

/**
 * Jobs on pg-boss: it stores order, attempts and dead letters. `jobs` and `job_queue_entries` store the public state of
 * a job.
 */
@Injectable()
export class PgBossQueue extends JobQueue {
  private readonly logger = new Logger('jobs');
  private readonly notices: QueueEvents;
  private readonly reads: QueueReads;
  private readonly missing = new DeadWorkerDetector();
  /** Kinds of which only failures are stored. */
  private readonly ephemeral = new Set<string>();
  private boss: PgBoss;

  constructor(
    private readonly database: PostgresDatabase,
    private readonly clock: Clock,
  ) {
    super();
    this.notices = new QueueEvents(database);
    this.reads = new QueueReads(database);
    this.boss = createPgBoss(database, false);
    this.hearFaults();
  }

  async open(kinds: readonly QueuedKind[]): Promise<void> {
    await setAsideOldQueue(this.database);
    await this.boss.start();
    await this.boss.createQueue(DEAD_LETTERS);
    for (const { kind, limitS, isSingleton } of kinds) {
      if (!isSingleton) this.ephemeral.add(kind);
      const options = {
        retryLimit: RETRIES,
        retryDelay: RETRY_DELAY_S,
        retryBackoff: true,
        expireInSeconds: limitS,
        deadLetter: DEAD_LETTERS,
      };
      await this.boss.createQueue(kind, options);
      // Otherwise a queue of an earlier version keeps its settings.
      await this.boss.updateQueue(kind, options);
    }
    await takeOverOldQueue(this.database, this.now(), (kind, queueId, payload) => this.send(kind, queueId, payload));
    await failOrphanedJobs(this.database);
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
      const queueId = randomUUID();
      await this.database
        .change(sql`INSERT INTO jobs (job_id, kind, status, done, total, error, owner, created_at, updated_at, process)
          VALUES (${jobId}, ${kind}, 'queued', 0, 1, NULL, ${owner}, ${now}, ${now}, ${this.database.process})`);
      const added = await this.database.change(sql`INSERT INTO job_queue_entries (job_id, queue_id, key)
        VALUES (${jobId}, ${queueId}, ${key ?? null}) ON CONFLICT (key) DO NOTHING`);
      if (added === 0) {
        await this.database.change(sql`DELETE FROM jobs WHERE job_id = ${jobId}`);
        const same = await this.database.one<{ job_id: string }>(
          sql`SELECT job_id FROM job_queue_entries WHERE key = ${key ?? null}`,
        );
        return same?.job_id;
      }
      await this.send(kind, queueId, { jobId, data });
      return jobId;
    });
  }

  async take({ kind, isSingleton }: QueuedKind): Promise<TakenJob | undefined> {
    return this.database.transaction(async () => {
      if (isSingleton && !(await this.mayBegin(kind))) return undefined;
      const [entry] = await this.boss.fetch<Payload>(kind, { includeMetadata: true });
      if (entry === undefined) return undefined;
      const { jobId, data } = entry.data;
      const order = await this.database.one<{ cancelling: boolean }>(
        sql`SELECT cancelling FROM job_queue_entries WHERE job_id = ${jobId} AND queue_id = ${entry.id}::uuid FOR UPDATE`,
      );
      // It has no entry, as after a restore.
      if (order === undefined) {
        await this.boss.complete(kind, entry.id);
        return undefined;
      }
      await this.database.change(sql`UPDATE jobs SET status = 'running', process = ${this.database.process},
        updated_at = ${this.now()} WHERE job_id = ${jobId}`);
      const { id: queueId, retryCount, retryLimit } = entry;
      const tries = { attempt: retryCount + 1, isLastTry: retryCount >= retryLimit };
      return { jobId, kind, data, queueId, ...tries, isCancelling: order.cancelling };
    });
  }

  async progress({ jobId, queueId }: TakenJob, done: number, total: number): Promise<void> {
    await this.database
      .change(sql`UPDATE jobs SET done = ${Math.round(done)}, total = ${Math.round(total)}, updated_at = ${this.now()}
      WHERE job_id = ${jobId} AND process = ${this.database.process} AND status = 'running'
        AND EXISTS (SELECT 1 FROM job_queue_entries o WHERE o.job_id = jobs.job_id AND o.queue_id = ${queueId}::uuid)`);
  }

  async complete(job: TakenJob): Promise<void> {
    await this.settle(job, async () => {
      await this.boss.complete(job.kind, job.queueId);
      await this.end(job, sql`status = 'succeeded', done = total, error = NULL`);
    });
  }

  async cancelled(job: TakenJob): Promise<void> {
    await this.settle(job, async () => {
      await this.boss.cancel(job.kind, job.queueId);
      await this.end(job, sql`status = 'cancelled'`);
    });
  }

  async fail(job: TakenJob, reason: string): Promise<FailedTry> {
    return (await this.settle(job, () => this.failed(job, reason))) ?? 'lost';
  }

  async requeue(job: TakenJob): Promise<void> {
    await this.settle(job, async () => {
      // A new entry, since the entry counts the attempts: a release is not a failure.
      const queueId = randomUUID();
      await this.boss.complete(job.kind, job.queueId);
      await this.database.change(sql`UPDATE job_queue_entries SET queue_id = ${queueId} WHERE job_id = ${job.jobId}`);
      await this.database.change(
        sql`UPDATE jobs SET status = 'queued', updated_at = ${this.now()} WHERE job_id = ${job.jobId}`,
      );
      await this.send(job.kind, queueId, { jobId: job.jobId, data: job.data });
    });
  }

  async withdraw(name: JobName): Promise<{ readonly running: string } | 'withdrawn' | 'unknown'> {
    return this.database.transaction(async () => {
      const [found] = await this.reads.entries(
        'key' in name ? sql`o.key = ${name.key}` : sql`o.job_id = ${name.jobId}`,
      );
      if (found === undefined) return 'unknown';
      const { jobId, kind, queueId, status } = found;
      if (status === 'queued') {
        await this.boss.cancel(kind, queueId);
        await this.end(found, sql`status = 'cancelled'`);
        return 'withdrawn';
      }
      await this.database.change(sql`UPDATE job_queue_entries SET cancelling = true WHERE job_id = ${jobId}`);
      await this.notices.tell({ type: 'cancel' });
      return { running: jobId };
    });
  }

  async recoverOrphanedJobs(): Promise<readonly DeadLetteredJob[]> {
    const dead = sql`j.status = 'running' AND j.process <> ${this.database.process} AND NOT ${this.database.isAlive('j.process')}`;
    const seen = await this.database.query<{ jobId: string; process: number }>(
      sql`SELECT j.job_id AS "jobId", j.process FROM jobs j JOIN job_queue_entries USING (job_id) WHERE ${dead}`,
    );
    const given: DeadLetteredJob[] = [];
    for (const jobId of this.missing.dead(seen, this.clock.now().getTime())) {
      const up = await this.giveUpOrAgain(sql`o.job_id = ${jobId} AND ${dead}`);
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

  async load(): Promise<QueueLoad> {
    return { kinds: await this.reads.load(), deadLetters: await this.reads.waitingIn(DEAD_LETTERS) };
  }

  onNews(listener: (news: QueueEvent) => void): void {
    this.notices.listen(listener);
  }

  async setMaintenance(isOn: boolean): Promise<void> {
    await this.boss.stop({ graceful: false });
    if (!isOn) return;
    this.boss = createPgBoss(this.database, true);
    this.hearFaults();
    await this.boss.start();
  }

  /** Without a listener they would end the process. */
  private hearFaults(): void {
    this.boss.on('error', (error) => this.logger.warn({ err: error }, 'the maintenance of the queue failed; retrying'));
  }

  private async send(kind: string, queueId: string, payload: Payload): Promise<void> {
    await this.boss.send(kind, payload, { id: queueId });
    await this.notices.tell({ type: 'work', kind });
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
  private async settle<T>({ jobId, queueId }: TakenJob, change: () => Promise<T>): Promise<T | undefined> {
    return this.database.transaction(async () => {
      const [own] = await this.reads.entries(sql`o.job_id = ${jobId} AND o.queue_id = ${queueId}::uuid
        AND j.status = 'running' AND j.process = ${this.database.process}`);
      return own === undefined ? undefined : change();
    });
  }

  private async failed(entry: Place, reason: string): Promise<'again' | 'given-up'> {
    const { jobId, kind, queueId } = entry;
    await this.boss.fail(kind, queueId, { message: reason });
    const [after] = await this.boss.findJobs(kind, { id: queueId });
    if (after?.state === 'retry') {
      await this.database
        .change(sql`UPDATE jobs SET status = 'queued', error = ${TRIED_AGAIN}, updated_at = ${this.now()}
        WHERE job_id = ${jobId}`);
      return 'again';
    }
    await this.end(entry, sql`status = 'failed', error = ${GIVEN_UP}`);
    return 'given-up';
  }

  private async end({ jobId, kind }: Place, change: Sql): Promise<void> {
    await this.database.change(sql`DELETE FROM job_queue_entries WHERE job_id = ${jobId}`);
    await this.database.change(sql`UPDATE jobs SET ${change}, updated_at = ${this.now()} WHERE job_id = ${jobId}`);
    if (this.ephemeral.has(kind))
      await this.database.change(sql`DELETE FROM jobs WHERE job_id = ${jobId} AND status <> 'failed'`);
    await this.notices.tell({ type: 'ended', jobId });
  }

  private async giveUpOrAgain(condition: Sql): Promise<DeadLetteredJob | undefined> {
    return this.database.transaction(async () => {
      const [entry] = await this.reads.entries(condition);
      if (entry === undefined) return undefined;
      const { kind, queueId } = entry;
      const [known] = await this.boss.findJobs<Payload>(kind, { id: queueId });
      const reason = 'The process that did it died.';
      if ((await this.failed(entry, reason)) === 'given-up') return { kind, data: known?.data.data ?? {}, reason };
      await this.notices.tell({ type: 'work', kind });
      return undefined;
    });
  }

  private now(): string {
    return this.clock.now().toISOString();
  }
}
