import { Injectable, Logger } from '@nestjs/common';
import { DomainError } from '../../shared/domain/domain-error.js';
import { ActiveConfiguration } from '../domain/active-configuration.js';
import { ConfigurationFiles, ConfigurationVersion } from '../domain/configuration-version.js';
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
