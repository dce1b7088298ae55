import { Injectable } from '@nestjs/common';
import { NotFoundError } from '../../../shared/domain/domain-error.js';
import { decodeNameCursor, encodeNameCursor, Page } from '../../../shared/domain/page.js';
import { SourceRun } from '../domain/source-run.js';
import { SourceRuns } from '../domain/source-store.js';
import { StartSync } from './start-sync.js';

const isOpen = ({ status }: SourceRun): boolean => status === 'queued' || status === 'running';

/** Reports of runs. */
@Injectable()
export class ReadRuns {
  constructor(
    private readonly runs: SourceRuns,
    private readonly sync: StartSync,
  ) {}

  /** Newest first. @throws InvalidInputError for a cursor that no page returned */
  async list(sourceId: string, limit: number, cursor: string | undefined): Promise<Page<SourceRun>> {
    const before = decodeNameCursor(cursor);
    const found = await this.runs.list(sourceId, limit + 1, before === '' ? undefined : before);
    const items = await this.asTheyAre(sourceId, found.slice(0, limit));
    const last = items.at(-1);
    const isMore = found.length > limit && last !== undefined;
    return { items, nextCursor: isMore ? encodeNameCursor(last.runId) : null };
  }

  /** @throws NotFoundError */
  async read(sourceId: string, runId: string): Promise<SourceRun> {
    const run = await this.runs.find(sourceId, runId);
    if (run === undefined) throw new NotFoundError('run', runId);
    const [shown = run] = await this.asTheyAre(sourceId, [run]);
    return shown;
  }

  /**
   * A run whose process died is over, whatever its last stored status is. A run whose report is stored is not over until its job has ended:
   * another run could not start before that.
   */
  private async asTheyAre(sourceId: string, runs: readonly SourceRun[]): Promise<SourceRun[]> {
    if (await this.sync.isAtWork(sourceId)) {
      const [newest] = await this.runs.list(sourceId, 1, undefined);
      return runs.map((run) => (run.runId === newest?.runId && !isOpen(run) ? { ...run, status: 'running' } : run));
    }
    const shown: SourceRun[] = [];
    for (const run of runs) {
      const now = isOpen(run) ? await this.runs.find(sourceId, run.runId) : run;
      if (now !== undefined) shown.push(isOpen(now) ? { ...now, status: 'interrupted' } : now);
    }
    return shown;
  }
}
