import { Injectable, Logger, OnApplicationBootstrap, OnApplicationShutdown, OnModuleInit } from '@nestjs/common';
import { HealthProbes } from '../../shared/domain/health-check.js';
import { ReloadConfiguration, FollowConfiguration } from '../application/reload-configuration.js';
import { ActiveConfiguration } from '../domain/configuration-version.js';

/**
 * Checking three files takes some microseconds; file watches of the operating system miss edits on network and
 * container mounts.
 */
const EVERY_MS = 2_000;

/** Detects edited files and versions of other processes, and reports the active configuration to health. */
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
          : { status: 'degraded', detail: `${serves} stays active; the files are not used: ${this.active.problem}` },
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
      this.logger.error({ err: error }, 'failed to reload the configuration; retrying after the next edit');
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
