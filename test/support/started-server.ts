import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../../src/main.js', import.meta.url));

export interface Server {
  readonly process: ChildProcess;
  readonly url: string;
  /** Milliseconds from its start until it said that it is ready. */
  readonly readyMs: number;
}

/** Starts the compiled server over a folder, without the samples, and waits until it says that it is ready. @param flags of Node */
export async function startServer(
  dataFolder: string,
  settings: Readonly<Record<string, string>> = {},
  flags: readonly string[] = [],
): Promise<Server> {
  const started = performance.now();
  const child = spawn(process.execPath, [...flags, MAIN], {
    cwd: dataFolder,
    env: {
      PATH: process.env.PATH ?? '',
      DATA_DIR: dataFolder,
      SAMPLE_DATA: 'skip',
      RATE_LIMIT_PER_MINUTE: '0',
      PORT: '0',
      LOG_FORMAT: 'json',
      LOG_LEVEL: 'info',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: child.stdout })) {
    const entry = JSON.parse(line) as { msg?: string; url?: string };
    if (entry.msg !== 'ready' || entry.url === undefined) continue;
    child.stdout.resume();
    return { process: child, url: entry.url, readyMs: performance.now() - started };
  }
  throw new Error('The server ended before it was ready.');
}

export async function exitOf(child: ChildProcess): Promise<{ code: number | null; signal: string | null }> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  return { code: child.exitCode, signal: child.signalCode };
}

/** Ends the process without a warning, as a crash does, and waits until it has exited. */
export async function kill({ process }: Server): Promise<void> {
  process.kill('SIGKILL');
  await exitOf(process);
}
