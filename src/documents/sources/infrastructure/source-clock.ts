import { Injectable, Logger, OnModuleDestroy } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Environment } from '../../../config/environment.js';
import { Clock } from '../../../shared/domain/clock.js';
import { ConflictError } from '../../../shared/domain/domain-error.js';
import { SourceCatalogue } from '../application/source-catalogue.js';
import { StartDueSyncs } from '../application/start-due-syncs.js';
import { StartSync } from '../application/start-sync.js';
import { Source } from '../domain/source.js';
import { FolderWatch } from './folder-watch.js';

/** Cron has a resolution of a minute; a start may be this late. */
const TICK_MS = 5_000;

interface Watched {
  readonly watch: FolderWatch;
  readonly folder: string;
  /** Something changed, and no run has started since. */
  isDue: boolean;
}

function folderOf({ settings }: Source): string | undefined {
  const { folder } = settings.location;
  return settings.kind === 'folder' && settings.watch && !settings.paused && typeof folder === 'string'
    ? folder
    : undefined;
}

/** Checks every few seconds which runs are due, by schedule and by changes in watched folders. */
@Injectable()
export class SourceClock implements OnModuleDestroy {
  private readonly logger = new Logger('sources');
  private readonly watched = new Map<string, Watched>();
  /** All starts up to this time are processed. */
  private doneUntil: Date;
  private isBusy = false;
  private isStopped = false;

  constructor(
    private readonly catalogue: SourceCatalogue,
    private readonly due: StartDueSyncs,
    private readonly sync: StartSync,
    private readonly clock: Clock,
    private readonly environment: Environment,
  ) {
    this.doneUntil = clock.now();
  }

  @Interval(TICK_MS)
  async tick(): Promise<void> {
    if (this.isBusy || this.isStopped) return;
    this.isBusy = true;
    const now = this.clock.now();
    try {
      const sources = await this.catalogue.list();
      await this.due.startDue(sources, this.doneUntil);
      this.doneUntil = now;
      // A process that takes no jobs may have no access to the folders either.
      if (this.environment.PROCESS_ROLE !== 'web') await this.watchAll(sources);
    } catch (error) {
      this.logger.error({ err: error }, 'the sources could not be read; the next tick tries again');
    } finally {
      this.isBusy = false;
    }
  }

  async onModuleDestroy(): Promise<void> {
    this.isStopped = true;
    for (const id of [...this.watched.keys()]) await this.unwatch(id);
  }

  private async watchAll(sources: readonly Source[]): Promise<void> {
    const wanted = new Map(sources.map((source) => [source.id, folderOf(source)]));
    for (const [id, { folder }] of this.watched) if (wanted.get(id) !== folder) await this.unwatch(id);
    for (const source of sources) {
      const folder = folderOf(source);
      if (folder === undefined) continue;
      const watched = this.watched.get(source.id) ?? this.watch(source.id, folder);
      if (watched.isDue) await this.startWatched(source, watched);
    }
  }

  /** Earlier changes are due at once. */
  private watch(id: string, folder: string): Watched {
    const onChange = () => {
      const watched = this.watched.get(id);
      if (watched !== undefined) watched.isDue = true;
      void this.tick();
    };
    const onFailure = (error: unknown) =>
      this.logger.warn({ err: error, source: id }, 'a folder cannot be watched; it is scanned every minute');
    const watched: Watched = { watch: new FolderWatch(folder, onChange, onFailure), folder, isDue: true };
    this.watched.set(id, watched);
    return watched;
  }

  private async unwatch(id: string): Promise<void> {
    const watched = this.watched.get(id);
    this.watched.delete(id);
    await watched?.watch.close();
  }

  /** A current run may have passed the changed file: the source stays due until that run has ended. */
  private async startWatched(source: Source, watched: Watched): Promise<void> {
    watched.isDue = false;
    try {
      await this.sync.start(source);
    } catch (error) {
      watched.isDue = true;
      if (!(error instanceof ConflictError)) throw error;
    }
  }
}
