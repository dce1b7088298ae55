import { Injectable, Logger } from '@nestjs/common';
import { ActiveConfiguration } from '../domain/active-configuration.js';
import { ConfigurationStore } from '../domain/configuration-version.js';
import { LoadConfiguration, PatchesDoNotFitError } from './load-configuration.js';

/** The configuration at the start of the server. */
@Injectable()
export class OpenConfiguration {
  private readonly logger = new Logger('config');

  constructor(
    private readonly load: LoadConfiguration,
    private readonly store: ConfigurationStore,
  ) {}

  /** Edited files that a patch does not fit leave the last version in service, and health says so. @throws InvalidInputError when a file is no configuration */
  async open(): Promise<ActiveConfiguration> {
    try {
      return new ActiveConfiguration(await this.load.load());
    } catch (error) {
      const last = await this.store.active();
      if (!(error instanceof PatchesDoNotFitError) || last === undefined) throw error;
      this.logger.error(`Version ${last.version} of the configuration goes on serving. ${error.message}`);
      const active = new ActiveConfiguration(last);
      active.problem = error.message;
      return active;
    }
  }
}
