import { Counter, Gauge, Registry } from 'prom-client';

interface ReadMetric {
  readonly name: string;
  readonly help: string;
  readonly labelNames?: string[];
}

/** Values with their labels. */
export type Series = Iterable<readonly [labels: Readonly<Record<string, string>>, value: number]>;
type Read = () => Series | undefined | Promise<Series | undefined>;

/** Adds a counter that is kept elsewhere, and is read on each scrape. One that cannot be read keeps what it showed last. */
export function addCounter(registry: Registry, metric: ReadMetric, read: Read): void {
  new Counter({
    ...metric,
    registers: [registry],
    async collect() {
      const series = await read();
      if (series === undefined) return;
      this.reset();
      for (const [labels, value] of series) this.inc({ ...labels }, value);
    },
  });
}

/** Adds a gauge that is read on each scrape. */
export function addGauge(registry: Registry, metric: ReadMetric, read: Read): void {
  new Gauge({
    ...metric,
    registers: [registry],
    async collect() {
      const series = await read();
      this.reset();
      for (const [labels, value] of series ?? []) this.set({ ...labels }, value);
    },
  });
}
