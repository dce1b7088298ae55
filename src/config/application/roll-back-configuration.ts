import { Injectable } from '@nestjs/common';
import { NotFoundError } from '../../shared/domain/domain-error.js';
import { ActiveConfiguration } from '../domain/active-configuration.js';
import { ConfigurationStore, ConfigurationVersion } from '../domain/configuration-version.js';

/** Activates an earlier version. Later versions stay in the history. */
@Injectable()
export class RollBackConfiguration {
  constructor(
    private readonly active: ActiveConfiguration,
    private readonly store: ConfigurationStore,
  ) {}

  /** @throws NotFoundError if there is no such version */
  async rollBack({ version }: { readonly version: number }): Promise<ConfigurationVersion> {
    const found = await this.store.find(version);
    if (found === undefined) throw new NotFoundError('configuration version', String(version));
    await this.store.activate(version);
    this.active.put(found);
    return found;
  }
}
