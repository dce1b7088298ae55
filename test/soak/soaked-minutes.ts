import { quantile } from '../bench-load/burst.js';
import type { Outcome } from './steady-load.js';

const OK = 200;
const NOT_OK = 300;

/** The figures of one minute of the soak. */
export interface Minute {
  readonly tookMs: number[];
  readonly statuses: Map<number, number>;
  readonly memoryMb: number[];
  readonly descriptors: number[];
  /** Processor time that a fixed piece of work took: how slow the machine was. */
  readonly fixedWorkMs: number[];
  loopP99Ms: number;
}

export function newMinute(): Minute {
  return { tookMs: [], statuses: new Map(), memoryMb: [], descriptors: [], fixedWorkMs: [], loopP99Ms: 0 };
}

export function record({ tookMs, statuses }: Minute, outcome: Outcome): void {
  tookMs.push(outcome.tookMs);
  statuses.set(outcome.status, (statuses.get(outcome.status) ?? 0) + 1);
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

export function tellMinute({ tookMs, memoryMb, descriptors, fixedWorkMs, loopP99Ms }: Minute, n: number): string {
  const took = [0.5, 0.95, 0.99].map((share) => quantile(tookMs, share).toFixed(1)).join('/');
  return (
    `minute ${n}: ${tookMs.length} requests, p50/p95/p99 ${took} ms, memory ${mean(memoryMb).toFixed(0)} MB, ` +
    `${Math.max(0, ...descriptors)} descriptors, event loop p99 ${loopP99Ms.toFixed(1)} ms, ` +
    `fixed work ${quantile(fixedWorkMs, 0.5).toFixed(2)} ms`
  );
}

/** One requirement, with its measured value. */
export interface Verdict {
  readonly holds: boolean;
  readonly said: string;
}

export interface Limits {
  /** Share of requests that have to succeed. */
  readonly success: number;
  /** Allowed growth from the first minutes to the last ones, as a share. */
  readonly growth: number;
}

/** Memory of a process and its pages settle in the first minutes. */
const WARMING = 0.1;

/** The first and the last sixth of the minutes; the very first ones, in which memory fills and code is compiled, are left out. */
export function ends(minutes: readonly Minute[]): {
  readonly first: readonly Minute[];
  readonly last: readonly Minute[];
} {
  const size = Math.max(1, Math.floor(minutes.length / 6));
  const from = Math.min(Math.ceil(minutes.length * WARMING), Math.max(0, minutes.length - 2 * size));
  return { first: minutes.slice(from, from + size), last: minutes.slice(-size) };
}

function grown(what: string, [before, after]: readonly [number, number], growth: number, unit: string): Verdict {
  const share = after / before - 1;
  const change = `${share >= 0 ? '+' : ''}${(100 * share).toFixed(1)} %`;
  return {
    holds: share <= growth,
    said: `${what}: ${before.toFixed(1)} ${unit} in the first minutes, ${after.toFixed(1)} in the last (${change})`,
  };
}

/** How slow the machine was at the start and the end; shows whether the service caused a change of p95. It decides nothing. */
export function tellMachine(minutes: readonly Minute[]): string {
  const { first, last } = ends(minutes);
  const [before, after] = [first, last].map((part) =>
    quantile(
      part.flatMap(({ fixedWorkMs }) => fixedWorkMs),
      0.5,
    ).toFixed(2),
  );
  return `fixed work took ${before} ms of a processor in the first minutes, ${after} in the last`;
}

/** Whether the service held: success, and that nothing grew. */
export function judge(minutes: readonly Minute[], { success, growth }: Limits): Verdict[] {
  const statuses = new Map<number, number>();
  for (const minute of minutes)
    for (const [status, times] of minute.statuses) statuses.set(status, (statuses.get(status) ?? 0) + times);
  const all = [...statuses.values()].reduce((sum, times) => sum + times, 0);
  const good = [...statuses].reduce((sum, [status, times]) => sum + (status >= OK && status < NOT_OK ? times : 0), 0);
  const { first, last } = ends(minutes);
  const both = (measure: (part: readonly Minute[]) => number): [number, number] => [measure(first), measure(last)];
  return [
    {
      holds: all > 0 && good / all >= success,
      said: `${good} of ${all} requests succeeded (${((100 * good) / Math.max(1, all)).toFixed(4)} %), by status ${JSON.stringify(Object.fromEntries(statuses))}`,
    },
    grown(
      'memory',
      both((part) => mean(part.flatMap(({ memoryMb }) => memoryMb))),
      growth,
      'MB',
    ),
    grown(
      'file descriptors',
      both((part) => mean(part.flatMap(({ descriptors }) => descriptors))),
      growth,
      '',
    ),
    grown(
      'p95',
      both((part) =>
        quantile(
          part.flatMap(({ tookMs }) => tookMs),
          0.95,
        ),
      ),
      growth,
      'ms',
    ),
  ];
}
