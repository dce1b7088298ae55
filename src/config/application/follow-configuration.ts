import { Injectable, Logger } from '@nestjs/common';
import { ActiveConfiguration } from '../domain/active-configuration.js';
import { ConfigurationStore } from '../domain/configuration-version.js';

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
