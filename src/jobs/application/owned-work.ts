import { Injectable } from '@nestjs/common';
import { CurrentRights, OwnerEndedError } from '../../shared/domain/current-rights.js';
import { JobKind, JobRun } from '../../shared/domain/job-runner.js';

/** How soon a running job notices that its owner ended. */
const LOOK_EVERY_MS = 5_000;

/** Jobs that somebody asked for are done as long as that key is valid; the server's own jobs have no owner. */
@Injectable()
export class OwnedWork {
  constructor(private readonly rights: CurrentRights) {}

  /** The same work, which begins only while its owner is valid and is stopped when the owner ends. */
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
    // A store that is away for a moment ends nothing: the next look tries again.
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
