import { Injectable } from '@nestjs/common';
import { NotFoundError } from '../../shared/domain/domain-error.js';
import { ActiveConfiguration } from '../domain/active-configuration.js';
import { ConfigurationStore, ConfigurationVersion } from '../domain/configuration-version.js';

export interface RollBackRequest {
  readonly version: number;
  readonly basedOn?: number;
}

/** Activates an earlier version. Later versions stay in the history. */
@Injectable()
export class RollBackConfiguration {
  constructor(
    private readonly active: ActiveConfiguration,
    private readonly store: ConfigurationStore,
  ) {}

  /**
   * @param request `basedOn`: version that must be active
   * @throws NotFoundError if there is no such version, ConflictError if another one is active
   */
  async rollBack({ version, basedOn }: RollBackRequest): Promise<ConfigurationVersion> {
    const found = await this.store.find(version);
    if (found === undefined) throw new NotFoundError('configuration version', String(version));
    await this.store.activate(version, basedOn);
    this.active.put(found);
    return found;
  }
}
