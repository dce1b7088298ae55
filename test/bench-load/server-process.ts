import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../support/free-port.js';
import type { LoopFigures } from './loop-monitor.js';
import { loopSince, WATCHED } from './watched-process.js';
import { projectRoot } from '../../src/shared/infrastructure/configuration-folders.js';

const READY_LIMIT_MS = 180_000;
const STOP_LIMIT_MS = 15_000;
/** The log text of an unhandled rejection. */
const UNHANDLED = /unhandled/iu;

/** The event loop as /metrics/summary reports it, over about the last minute. */
export interface EventLoopFigures {
  readonly p50_ms: number;
  readonly p99_ms: number;
  readonly max_ms: number;
}

/** Options of Node that a built server is started with. */
function startOptions(): readonly string[] {
  const { scripts } = JSON.parse(readFileSync(path.join(projectRoot(), 'package.json'), 'utf8')) as {
    readonly scripts: { readonly 'start:built': string };
  };
  return scripts['start:built'].split(' ').filter((word) => word.startsWith('--'));
}

/** The server in a child process, over an empty store with the samples loaded. */
export class ServerProcess {
  private log = '';
  private ended = false;

  private constructor(
    readonly port: number,
    private readonly process: ChildProcess,
    private readonly folder: string,
  ) {
    const keep = (text: Buffer) => (this.log += text.toString());
    process.stdout?.on('data', keep);
    process.stderr?.on('data', keep);
    process.once('exit', () => (this.ended = true));
  }

  /**
   * Starts the compiled program as a child process and waits until it is ready.
   * @param monitored `loopSince` answers; the watching takes some of the main thread's time
   */
  static async start(environment: Readonly<Record<string, string>> = {}, monitored = false): Promise<ServerProcess> {
    const folder = mkdtempSync(path.join(tmpdir(), 'touchstone-bench-'));
    const port = await freePort();
    const main = path.join(import.meta.dirname, '..', '..', 'src', 'main.js');
    const child = spawn(process.execPath, [...startOptions(), ...(monitored ? WATCHED : []), main], {
      stdio: ['ignore', 'pipe', 'pipe', monitored ? 'ipc' : 'ignore'],
      env: {
        SAMPLE_DATA: 'load',
        RATE_LIMIT_PER_MINUTE: '0',
        LOG_LEVEL: 'warn',
        LOG_FORMAT: 'json',
        ...environment,
        ...process.env,
        PORT: String(port),
        HOST: '127.0.0.1',
        DATA_DIR: folder,
      },
    });
    const server = new ServerProcess(port, child, folder);
    await server.ready();
    return server;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Pauses of the event loop since this was asked last. */
  async loopSince(): Promise<LoopFigures> {
    return loopSince(this.process);
  }

  /** Resident set in MB, as the kernel reports it. */
  memoryMb(): number {
    const status = readFileSync(`/proc/${this.process.pid ?? 0}/status`, 'utf8');
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
  }

  /** Files and sockets that the process has open. */
  descriptors(): number {
    return readdirSync(`/proc/${this.process.pid ?? 0}/fd`).length;
  }

  async eventLoop(): Promise<EventLoopFigures> {
    const answer = await fetch(`${this.url}/metrics/summary`);
    return ((await answer.json()) as { readonly event_loop: EventLoopFigures }).event_loop;
  }

  /** Lines of the log that report an unhandled failure. */
  unhandled(): string[] {
    return this.log.split('\n').filter((line) => UNHANDLED.test(line));
  }

  async stop(): Promise<void> {
    this.process.kill('SIGTERM');
    const until = performance.now() + STOP_LIMIT_MS;
    while (!this.ended && performance.now() < until) await delay(50);
    if (!this.ended) this.process.kill('SIGKILL');
    rmSync(this.folder, { recursive: true, force: true });
  }

  private async ready(): Promise<void> {
    const until = performance.now() + READY_LIMIT_MS;
    while (performance.now() < until) {
      if (this.ended) throw new Error(`The server ended before it was ready:\n${this.log.slice(-2_000)}`);
      try {
        if ((await fetch(`${this.url}/health/ready`)).status === 200) return;
      } catch {
        // It does not listen yet.
      }
      await delay(100);
    }
    await this.stop();
    throw new Error(`The server was not ready after ${READY_LIMIT_MS / 1000} s.`);
  }
}
