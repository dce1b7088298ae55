/** Runs after which a measurement is believed: a collection of garbage or a busy neighbour comes into some, never into all. */
const MAX_RUNS = 8;
/** Milliseconds below which a run is too short to compare with. */
const COMPARABLE_MS = 20;

type ProcessorClock = (since?: NodeJS.CpuUsage) => NodeJS.CpuUsage;

/** What this thread used, where Node can say so (from 22.19): garbage is collected and code compiled in others. In microseconds. */
const ofThread = (Reflect.get(process, 'threadCpuUsage') as ProcessorClock | undefined)?.bind(process);
const used: ProcessorClock = ofThread ?? ((since) => process.cpuUsage(since));

/**
 * Milliseconds of processor that one run takes here, so that a bound for hostile input says the same on a busy machine: waiting
 * for a processor is not counted. Nothing else may be at work in the process.
 */
export function processorMs(work: () => void): number {
  const read = startProcessorClock();
  work();
  return read();
}

/** Returns a function that says how many milliseconds of processor were used since. */
export function startProcessorClock(): () => number {
  const before = used();
  return () => {
    const { user, system } = used(before);
    return (user + system) / 1000;
  };
}

/** The least of some measurements; the first of at most `enough` ends them. */
export function leastOf(measure: () => number, enough: number): number {
  let least = Infinity;
  for (let run = 0; run < MAX_RUNS && least > enough; run++) least = Math.min(least, measure());
  return least;
}

/** The milliseconds of the quickest of some runs; the first of at most `enoughMs` ends them. */
export const quickestMs = (work: () => void, enoughMs: number): number => leastOf(() => processorMs(work), enoughMs);

/**
 * How many times as long a text of four times the length takes: 4 if the time is linear, 16 if it is quadratic. The quickest runs
 * are compared, and a growth of at most `enough` ends them.
 */
export function growthAtFourfold(work: (length: number) => void, length: number, enough: number): number {
  const least = [Infinity, Infinity];
  const growth = () => least[1]! / Math.max(COMPARABLE_MS, least[0]!);
  for (let run = 0; run < MAX_RUNS && !(growth() <= enough); run++)
    for (const [i, times] of [1, 4].entries())
      least[i] = Math.min(
        least[i]!,
        processorMs(() => work(times * length)),
      );
  return growth();
}
