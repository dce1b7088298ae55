import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';

/** With a smaller share of the processors a service cannot answer in time, even without a disturbance. */
export const ENOUGH_FREE = 0.75;

const PROBE_MS = 1_000;
const SPIN = `const until = performance.now() + ${PROBE_MS}; while (performance.now() < until);`;
const MICROSECONDS_PER_MS = 1_000;

/** Share of the processors' time, 0..1, that this process gets when it wants all of it. Takes a second. */
export async function freeShare(): Promise<number> {
  const threads = availableParallelism();
  const [used, started] = [process.cpuUsage(), performance.now()];
  await Promise.all(Array.from({ length: threads }, () => once(new Worker(SPIN, { eval: true }), 'exit')));
  const { user, system } = process.cpuUsage(used);
  return Math.min(1, (user + system) / MICROSECONDS_PER_MS / ((performance.now() - started) * threads));
}

/** Time of the processors since the machine began, in ticks: all of it, and what the host gave to other machines. */
interface Ticks {
  readonly all: number;
  readonly stolen: number;
}

function ticks(): Ticks {
  let line: string;
  try {
    line = readFileSync('/proc/stat', 'latin1').split('\n', 1)[0] ?? '';
  } catch {
    // Only Linux reports it.
    return { all: 0, stolen: 0 };
  }
  // cpu user nice system idle iowait irq softirq steal
  const counts = line.split(/\s+/u).slice(1, 9).map(Number);
  return { all: counts.reduce((sum, count) => sum + count, 0), stolen: counts[7] ?? 0 };
}

/** What a run had of the processors: a verdict on a machine that others use says nothing of the service. */
export class ProcessorShare {
  private readonly began = ticks();

  private constructor(private readonly before: number) {}

  static async watch(): Promise<ProcessorShare> {
    return new ProcessorShare(await freeShare());
  }

  /** @returns the least share, 0..1, that was free before, after and (as far as the host reports it) during the run */
  async least(): Promise<number> {
    const now = ticks();
    const all = now.all - this.began.all;
    const stolen = all > 0 ? (now.stolen - this.began.stolen) / all : 0;
    return Math.min(this.before, await freeShare(), 1 - stolen);
  }
}
