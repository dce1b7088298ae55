/**
 * Milliseconds of processor that some work takes here, so that a bound for hostile input says the same on a busy machine: waiting
 * for a processor is not counted. Nothing else may be at work in the process.
 */
export function processorMs(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
