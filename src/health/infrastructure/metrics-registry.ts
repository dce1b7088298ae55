import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import { FilterCounters } from '../../access/domain/filter-counters.js';
import { ReadIndexStatus } from '../../search/maintenance/application/read-index-status.js';
import { UNRESTRICTED } from '../../shared/domain/category-filter.js';
import { MainDatabase } from '../../shared/infrastructure/database/databases.js';
import { StoreCheck } from './store-check.js';
import { Degradations } from '../../shared/domain/health-check.js';
import { addCounter, addGauge } from './read-metrics.js';

function count(database: MainDatabase, sql: string): number {
  const value: unknown = database.reader.prepare(sql).pluck().get();
  return typeof value === 'number' ? value : 0;
}

/** A gauge that fails to read must not hide the others. */
function unknown(): number {
  return NaN;
}

/** The Prometheus registry with process metrics, and with gauges that are read on each scrape. */
export function createRegistry(
  { database, check }: { readonly database: MainDatabase; readonly check: StoreCheck },
  filter: FilterCounters,
  index: ReadIndexStatus,
): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'touchstone_' });
  // Gauges with the name of counters; each is the sum of a metric by type that the library has as well.
  for (const kind of ['handles', 'requests', 'resources'])
    registry.removeSingleMetric(`touchstone_nodejs_active_${kind}_total`);
  const gauge = (name: string, help: string, read: () => number | Promise<number>) =>
    addGauge(registry, { name, help }, async () => [[{}, await Promise.resolve().then(read).catch(unknown)]]);
  gauge('touchstone_documents', 'Documents in the store', () =>
    count(database, 'SELECT count(*) FROM search_documents'),
  );
  gauge('touchstone_chunks', 'Chunks in the index', () => count(database, 'SELECT count(*) FROM search_chunks'));
  gauge(
    'touchstone_chunks_pending_embedding',
    'Passages that wait for their vector',
    async () => (await index.read(UNRESTRICTED)).pending?.remaining ?? 0,
  );
  gauge('touchstone_embedding_retrain_due', '1 when the built-in embedding should be fitted again', async () =>
    Number((await index.read(UNRESTRICTED)).refitDue),
  );
  gauge('touchstone_store_damaged', '1 when a file of the store was found damaged', () =>
    Number(check.faults.length > 0),
  );
  addFilterMetrics(registry, filter);
  return registry;
}

/** Seconds. The specification's target is 10 ms and its alert threshold is 50 ms. */
const FILTER_BUCKETS = [0.0001, 0.0005, 0.001, 0.005, 0.01, 0.05, 0.1];

function addFilterMetrics(registry: Registry, filter: FilterCounters): void {
  const requests = { name: 'touchstone_filter_requests_total', help: 'Requests with a filter' };
  addCounter(registry, requests, () => [[{}, filter.read().totalRequests]]);
  const blocked = {
    name: 'touchstone_filter_blocked_total',
    help: 'Refused filters, by what they tried: path_traversal, injection, bypass',
    labelNames: ['kind'],
  };
  addCounter(registry, blocked, () => {
    const { pathTraversalAttempts, injectionAttempts, bypassAttempts } = filter.read();
    return [
      [{ kind: 'path_traversal' }, pathTraversalAttempts],
      [{ kind: 'injection' }, injectionAttempts],
      [{ kind: 'bypass' }, bypassAttempts],
    ];
  });
  const durations = new Histogram({
    name: 'touchstone_filter_duration_seconds',
    help: 'Time to parse and check the filter of a request',
    buckets: FILTER_BUCKETS,
    registers: [registry],
  });
  filter.watch((latencyMs) => durations.observe(latencyMs / 1000));
}

/** Adds the answers that could do less than they should, by endpoint and component, each with its label of version 0.1 as well; read at each request. */
export function addDegradationMetrics(registry: Registry, degradations: Degradations): Registry {
  const degraded = {
    name: 'touchstone_degraded_answers_total',
    help: 'Answers that could do less than they should, by endpoint (search, chat) and component; door and mark are the former labels',
    labelNames: ['endpoint', 'component', 'door', 'mark'],
  };
  addCounter(registry, degraded, () =>
    [...degradations.read()].flatMap(([endpoint, components]) =>
      [...components].map(
        ([component, count]) => [{ endpoint, component, door: endpoint, mark: component }, count] as const,
      ),
    ),
  );
  return registry;
}
