import { ConfigurationVersion } from './configuration-version.js';

/** The active version, for readers per request, and a change signal for those who cache parts of it. */
export class ActiveConfiguration {
  private readonly listeners: ((version: ConfigurationVersion) => void)[] = [];
  /** Why the files cannot be used now; undefined if they can. */
  problem: string | undefined;

  constructor(private version: ConfigurationVersion) {}

  get current(): ConfigurationVersion {
    return this.version;
  }

  /** Activates a version; notifies the listeners if it differs from the last one. */
  put(version: ConfigurationVersion): void {
    if (version.version === this.version.version) return;
    this.version = version;
    for (const listener of this.listeners) listener(version);
  }

  onChange(listener: (version: ConfigurationVersion) => void): void {
    this.listeners.push(listener);
  }
}
