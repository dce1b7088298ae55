import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { projectRoot } from '../../src/shared/infrastructure/configuration-folders.js';

const START_WITHIN_MS = 10_000;
const LOOK_EVERY_MS = 100;
/** Processes that the configuration names. */
export const REPLICAS = 3;

export const PROXY_MISSING = spawnSync('haproxy', ['-v'], { stdio: 'ignore' }).status === 0 ? undefined : 'no haproxy';

/** haproxy with the configuration that the project offers for several processes. */
export class Proxy {
  private constructor(
    private readonly process: ChildProcess,
    readonly url: string,
  ) {}

  /** @param replicas ports of this machine, REPLICAS of them */
  static async start(port: number, replicas: readonly number[]): Promise<Proxy> {
    const folder = path.join(projectRoot(), '.docker', 'haproxy');
    const places = Object.fromEntries(replicas.map((replica, i) => [`REPLICA_${i + 1}`, `127.0.0.1:${replica}`]));
    const child = spawn('haproxy', ['-db', '-f', path.join(folder, 'haproxy.cfg')], {
      env: { PATH: process.env.PATH ?? '', LISTEN: `127.0.0.1:${port}`, ERRORS: folder, ...places },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let said = '';
    child.stderr.on('data', (bytes: Buffer) => (said = (said + bytes.toString()).slice(-4_000)));
    const proxy = new Proxy(child, `http://127.0.0.1:${port}`);
    const until = performance.now() + START_WITHIN_MS;
    while (!(await proxy.answers())) {
      if (child.exitCode !== null || performance.now() > until) throw new Error(`haproxy did not start: ${said}`);
      await delay(LOOK_EVERY_MS);
    }
    return proxy;
  }

  close(): void {
    this.process.kill('SIGKILL');
  }

  private answers(): Promise<boolean> {
    return fetch(`${this.url}/health/ready`).then(
      ({ status }) => status === 200,
      () => false,
    );
  }
}
