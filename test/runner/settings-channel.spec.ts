import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { projectRoot } from '../../src/shared/infrastructure/configuration-folders.js';

interface Channel {
  onMessage(listener: (message: unknown) => void): void;
  postMessage(message: unknown): void;
}

describe('the settings of processes that run specs', () => {
  it('reach a process that begins to listen early and asks late, after another one asked', async () => {
    const file = path.join(projectRoot(), '.config', 'spec-runner.mjs');
    const { settingsChannel } = (await import(pathToFileURL(file).href)) as {
      settingsChannel: (settings: object) => Channel;
    };
    const channel = settingsChannel({ maxWorkers: 2 });
    const heard: string[] = [];
    let isLateReady = false;
    channel.onMessage(() => heard.push('early'));
    channel.onMessage(() => {
      if (isLateReady) heard.push('late');
    });
    channel.postMessage('jest-light-runner-get-worker-data');
    isLateReady = true;
    channel.postMessage('something else');
    channel.postMessage('jest-light-runner-get-worker-data');
    expect(heard).toEqual(['early', 'early', 'late']);
  });
});
