import { Injectable, Logger, OnApplicationBootstrap, OnApplicationShutdown, OnModuleInit } from '@nestjs/common';
import { HealthProbes } from '../../shared/domain/health-check.js';
import { FollowConfiguration } from '../application/follow-configuration.js';
import { ReloadConfiguration } from '../application/reload-configuration.js';
import { ActiveConfiguration } from '../domain/active-configuration.js';

/** Looking at three files costs some microseconds; a watch of the operating system misses edits on network and container mounts. */
const EVERY_MS = 2_000;

/** Notices edited files and versions of other processes, and tells health which configuration serves. */
@Injectable()
export class ConfigurationWatch implements OnModuleInit, OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger('config');
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly reload: ReloadConfiguration,
    private readonly follow: FollowConfiguration,
    private readonly active: ActiveConfiguration,
    private readonly probes: HealthProbes,
  ) {}

  onModuleInit(): void {
    this.probes.register('configuration', () => {
      const { version, hash } = this.active.current;
      const serves = `version ${version} (${hash})`;
      return Promise.resolve(
        this.active.problem === undefined
          ? { status: 'healthy', detail: serves }
          : { status: 'degraded', detail: `${serves} goes on serving; the files are not used: ${this.active.problem}` },
      );
    });
  }

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => this.attempt(() => this.look()), EVERY_MS);
    this.timer.unref();
    this.follow.onChange(() => this.attempt(() => this.follow.follow()));
  }

  private attempt(work: () => Promise<void>): void {
    work().catch((error: unknown) => {
      this.logger.error({ err: error }, 'the configuration could not be read again; it tries again when edited');
    });
  }

  private async look(): Promise<void> {
    await this.reload.whenTouched();
    await this.follow.follow();
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }
}
