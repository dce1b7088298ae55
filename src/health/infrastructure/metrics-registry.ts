import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client';
import { FilterCounters } from '../../access/domain/filter-counters.js';
import { ReadIndexStatus } from '../../search/application/read-index-status.js';
import { UNRESTRICTED } from '../../shared/domain/category-filter.js';
import { Degradations } from '../../shared/domain/degradations.js';

import { MainDatabase } from '../../shared/infrastructure/database/databases.js';

function count(database: MainDatabase, sql: string): number {
  const value: unknown = database.reader.prepare(sql).pluck().get();
  return typeof value === 'number' ? value : 0;
}

/** A figure that cannot be read must not hide the others. */
function unknown(): number {
  return NaN;
}

/** The registry of Prometheus with process metrics, and with gauges that are read when asked. */
export function createRegistry(database: MainDatabase, filter: FilterCounters, index: ReadIndexStatus): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'touchstone_' });
  const gauge = (name: string, help: string, read: () => number | Promise<number>) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        this.set(await Promise.resolve().then(read).catch(unknown));
      },
    });
  gauge('touchstone_documents', 'Documents in the store', () =>
    count(database, 'SELECT count(*) FROM search_documents'),
  );
  gauge('touchstone_chunks', 'Passages in the index', () => count(database, 'SELECT count(*) FROM search_chunks'));
  gauge(
    'touchstone_chunks_unembedded',
    'Passages that wait for their vector',
    async () => (await index.execute(UNRESTRICTED)).pending?.remaining ?? 0,
  );
  gauge('touchstone_embedding_refit_due', '1 when the built-in embedding should be fitted anew', async () =>
    Number((await index.execute(UNRESTRICTED)).refitDue),
  );
  gauge('touchstone_filter_requests', 'Requests with a filter since the start', () => filter.read().totalRequests);
  gauge('touchstone_filter_blocked', 'Refused filters since the start', () => filter.read().blockedAttempts);
  return registry;
}

/** Adds the answers that could do less than they should, by door and mark; read when asked. */
export function addDegradationMetrics(registry: Registry, degradations: Degradations): Registry {
  new Counter({
    name: 'touchstone_degraded_answers_total',
    help: 'Answers that could do less than they should, by door (search, chat) and mark',
    labelNames: ['door', 'mark'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [door, marks] of degradations.read())
        for (const [mark, count] of marks) this.inc({ door, mark }, count);
    },
  });
  return registry;
}
