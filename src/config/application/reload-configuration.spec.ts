import { Logger } from '@nestjs/common';
import { ConfigurationStore, ConfigurationVersion, ActiveConfiguration } from '../domain/configuration-version.js';
import { FollowConfiguration } from './reload-configuration.js';

const version = (number: number): ConfigurationVersion =>
  ({ version: number, hash: `hash-${number}`, patches: [] }) as unknown as ConfigurationVersion;

/** Shared state of several processes. */
class SharedStore extends ConfigurationStore {
  wholeRead = 0;
  tell: () => void = () => undefined;
  constructor(public inService: ConfigurationVersion | undefined) {
    super();
  }
  active(): Promise<ConfigurationVersion | undefined> {
    this.wholeRead += 1;
    return Promise.resolve(this.inService);
  }
  activeNumber(): Promise<number | undefined> {
    return Promise.resolve(this.inService?.version);
  }
  find(): Promise<undefined> {
    return Promise.resolve(undefined);
  }
  history(): Promise<readonly ConfigurationVersion[]> {
    return Promise.resolve([]);
  }
  summaries(): Promise<readonly []> {
    return Promise.resolve([]);
  }
  add(): Promise<ConfigurationVersion> {
    throw new Error('Who follows makes no versions.');
  }
  activate(): Promise<void> {
    throw new Error('Who follows puts nothing in service for others.');
  }
  override onChange(listener: () => void): void {
    this.tell = listener;
  }
}

function replica(inService: ConfigurationVersion | undefined) {
  const store = new SharedStore(inService);
  const active = new ActiveConfiguration(version(1));
  const heard: number[] = [];
  active.onChange((other) => heard.push(other.version));
  return { store, active, heard, follow: new FollowConfiguration(active, store) };
}

describe('FollowConfiguration', () => {
  beforeAll(() => Logger.overrideLogger(false));
  afterAll(() => Logger.overrideLogger(['log', 'warn', 'error']));

  it('activates the version that another process activated, and notifies the listeners', async () => {
    const { active, heard, follow } = replica(version(2));
    await follow.follow();
    expect(active.current).toEqual(version(2));
    expect(heard).toEqual([2]);
  });

  it('rolls back if another process rolled back', async () => {
    const { store, active, heard, follow } = replica(version(2));
    await follow.follow();
    store.inService = version(1);
    await follow.follow();
    expect(active.current).toEqual(version(1));
    expect(heard).toEqual([2, 1]);
  });

  it('reads no document while the version number is unchanged', async () => {
    const { store, heard, follow } = replica(version(1));
    await follow.follow();
    await follow.follow();
    expect([store.wholeRead, heard]).toEqual([0, []]);
  });

  it('keeps its own version if the store has none', async () => {
    const { active, follow } = replica(undefined);
    await follow.follow();
    expect(active.current).toEqual(version(1));
  });

  it('is notified by the store of a possible new version', () => {
    const { store, follow } = replica(version(1));
    let told = 0;
    follow.onChange(() => told++);
    store.tell();
    expect(told).toBe(1);
  });
});
