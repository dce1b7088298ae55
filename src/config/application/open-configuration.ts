import { Injectable, Logger } from '@nestjs/common';
import { ConfigurationStore, ActiveConfiguration } from '../domain/configuration-version.js';
import { LoadConfiguration, PatchesDoNotFitError } from './load-configuration.js';

/** Loads the configuration at startup. */
@Injectable()
export class OpenConfiguration {
  private readonly logger = new Logger('config');

  constructor(
    private readonly load: LoadConfiguration,
    private readonly store: ConfigurationStore,
  ) {}

  /**
   * If a patch does not fit the edited files, the last version stays active, and health reports it. @throws
   * InvalidInputError if a file is not a valid configuration
   */
  async open(): Promise<ActiveConfiguration> {
    try {
      return new ActiveConfiguration(await this.load.load());
    } catch (error) {
      const last = await this.store.active();
      if (!(error instanceof PatchesDoNotFitError) || last === undefined) throw error;
      this.logger.error(`Version ${last.version} of the configuration stays active. ${error.message}`);
      const active = new ActiveConfiguration(last);
      active.problem = error.message;
      return active;
    }
  }
}
