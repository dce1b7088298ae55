import { Injectable, Logger } from '@nestjs/common';
import { DomainError } from '../../shared/domain/domain-error.js';
import {
  ConfigurationFiles,
  ConfigurationVersion,
  ConfigurationStore,
  ActiveConfiguration,
} from '../domain/configuration-version.js';
import { LoadConfiguration } from './load-configuration.js';

/** Loads edited files without a restart. If a file has an error, the active version stays. */
@Injectable()
export class ReloadConfiguration {
  private readonly logger = new Logger('config');

  constructor(
    private readonly active: ActiveConfiguration,
    private readonly files: ConfigurationFiles,
    private readonly load: LoadConfiguration,
  ) {}

  /** @throws InvalidInputError naming file and place, PatchesDoNotFitError; the active version stays */
  async reload(): Promise<ConfigurationVersion> {
    try {
      const version = await this.load.load();
      this.active.problem = undefined;
      this.active.put(version);
      return version;
    } catch (error) {
      if (error instanceof DomainError) this.active.problem = error.message;
      throw error;
    }
  }

  /** Reloads if a file was modified. An error is logged once, since the files count as read. */
  async whenTouched(): Promise<void> {
    if (!this.files.touched()) return;
    const before = this.active.current.version;
    try {
      const { version, hash } = await this.reload();
      if (version !== before)
        this.logger.log(`the configuration was edited: version ${version} (${hash}) is in service`);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      this.logger.error(`The edited configuration is not used, version ${before} stays active: ${error.message}`);
    }
  }
}

/** Activates the version that another process on the same store activated, so that all replicas answer alike. */
@Injectable()
export class FollowConfiguration {
  private readonly logger = new Logger('config');

  constructor(
    private readonly active: ActiveConfiguration,
    private readonly store: ConfigurationStore,
  ) {}

  /** Calls back if another version may be active. */
  onChange(listener: () => void): void {
    this.store.onChange(listener);
  }

  async follow(): Promise<void> {
    const { version } = this.active.current;
    if ((await this.store.activeNumber()) === version) return;
    const other = await this.store.active();
    if (other === undefined || other.version === this.active.current.version) return;
    this.active.put(other);
    this.logger.log(`another process put version ${other.version} (${other.hash}) of the configuration in service`);
  }
}
