import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { LoopFigures } from './loop-monitor.js';

/** Options of Node with which a process that is given an IPC channel watches its main thread. */
export const WATCHED = ['--import', pathToFileURL(path.join(import.meta.dirname, 'loop-monitor.js')).href];

/** Pauses of a watched process's event loop since this was asked last. */
export async function loopSince(watched: ChildProcess): Promise<LoopFigures> {
  watched.send('tell');
  const [figures] = (await once(watched, 'message')) as [LoopFigures];
  return figures;
}

/** Only measures itself: its waits are the machine's share of a pause. */
export class IdleProcess {
  private readonly process = spawn(process.execPath, [...WATCHED, '--eval', 'setInterval(() => {}, 1_000_000)'], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });

  async loopSince(): Promise<LoopFigures> {
    return loopSince(this.process);
  }

  stop(): void {
    this.process.kill('SIGKILL');
  }
}
