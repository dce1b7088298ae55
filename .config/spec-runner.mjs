// Jest's runner: processes that keep their modules from spec to spec, as jest-light-runner makes them. Its channel forgets a process that
// starts late, which then waits for its settings for ever (0.7.13, seen on a busy machine): this one answers whoever asks.
import { createRunner } from 'jest-light-runner';
import Tinypool from 'tinypool';

const ASKED = 'jest-light-runner-get-worker-data';
const ANSWER = 'jest-light-runner-worker-data';
const runtime = 'child_process';

/** Between the runner and its processes: each question is answered to all, and nobody who listens is forgotten. */
export function settingsChannel(workerData) {
  const listeners = new Set();
  return {
    onMessage: (listener) => void listeners.add(listener),
    postMessage(message) {
      if (message === ASKED) for (const listener of listeners) listener({ type: ANSWER, workerData });
    },
  };
}

export default class SpecRunner extends createRunner({ runtime }) {
  _runTest(test) {
    // With one worker, specs run in the process of Jest itself.
    if (this._runtime === runtime) this._open(test.context.config);
    return super._runTest(test);
  }

  _open(projectConfig) {
    if (this._testRunners.has(projectConfig)) return;
    const globalConfig = this._globalConfig;
    const pool = new Tinypool({
      filename: new URL('./worker-runner.js', import.meta.resolve('jest-light-runner')).href,
      runtime,
      minThreads: globalConfig.maxWorkers,
      maxThreads: globalConfig.maxWorkers,
      env: process.env,
      trackUnmanagedFds: false,
    });
    const channel = settingsChannel({ globalConfig, projectConfig, runtime });
    this._testRunners.set(projectConfig, { pool, run: ({ path }) => pool.run(path, { channel }) });
  }
}
