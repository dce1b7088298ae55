import { Injectable } from '@nestjs/common';
import { NotFoundError } from '../../shared/domain/domain-error.js';
import { ActiveConfiguration } from '../domain/active-configuration.js';
import { ConfigurationStore, ConfigurationVersion } from '../domain/configuration-version.js';

/** Reads the active configuration, an earlier one, or the latest versions. */
@Injectable()
export class ReadConfiguration {
  constructor(
    private readonly active: ActiveConfiguration,
    private readonly store: ConfigurationStore,
  ) {}

  /** The active version. */
  read(): ConfigurationVersion {
    return this.active.current;
  }

  /** @throws NotFoundError */
  async version(version: number): Promise<ConfigurationVersion> {
    const found = await this.store.find(version);
    if (found === undefined) throw new NotFoundError('configuration version', String(version));
    return found;
  }

  /** Newest first. */
  history(limit: number): Promise<readonly ConfigurationVersion[]> {
    return this.store.history(limit);
  }
}
