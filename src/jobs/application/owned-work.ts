import { Injectable } from '@nestjs/common';
import { CurrentRights, OwnerEndedError } from '../../shared/domain/current-rights.js';
import { JobKind, JobRun } from '../../shared/domain/job-runner.js';

/** Interval after which a running job detects that its owner ended. */
const LOOK_EVERY_MS = 5_000;

/** A job of a key runs while the key is valid; the server's own jobs have no owner. */
@Injectable()
export class OwnedWork {
  constructor(private readonly rights: CurrentRights) {}

  /** The same work, which starts only while its owner is valid and stops when the owner ends. */
  of(work: JobKind): JobKind {
    return {
      ...work,
      run: (job) => this.run(work, job),
      ...(work.onDeadLetter === undefined
        ? {}
        : { onDeadLetter: (data, reason) => work.onDeadLetter?.(data, reason) ?? Promise.resolve() }),
    };
  }

  private async run(work: JobKind, job: JobRun): Promise<void> {
    const { owner } = job.data;
    if (owner === undefined) return work.run(job);
    const ended = new AbortController();
    const look = async () => {
      if ((await this.rights.of(owner)) === undefined) ended.abort(new OwnerEndedError(owner));
    };
    await look();
    ended.signal.throwIfAborted();
    // A store that is unavailable for a moment stops nothing: the next check retries.
    const timer = setInterval(() => void look().catch(() => undefined), LOOK_EVERY_MS);
    timer.unref();
    try {
      await work.run({ ...job, signal: AbortSignal.any([job.signal, ended.signal]) });
    } catch (error) {
      ended.signal.throwIfAborted();
      throw error;
    } finally {
      clearInterval(timer);
    }
  }
}
