import { ConfigurationVersion } from './configuration-version.js';

/** The version in service, for everyone who reads it per request, and a bell for those who copy something out of it. */
export class ActiveConfiguration {
  private readonly listeners: ((version: ConfigurationVersion) => void)[] = [];
  /** Why the files cannot be used at present; undefined while they can. */
  problem: string | undefined;

  constructor(private version: ConfigurationVersion) {}

  get current(): ConfigurationVersion {
    return this.version;
  }

  /** Puts a version in service; the listeners hear of it when it is another one. */
  put(version: ConfigurationVersion): void {
    if (version.version === this.version.version) return;
    this.version = version;
    for (const listener of this.listeners) listener(version);
  }

  onChange(listener: (version: ConfigurationVersion) => void): void {
    this.listeners.push(listener);
  }
}
