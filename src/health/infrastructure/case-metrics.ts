import { Registry } from 'prom-client';
import { CaseBaseState, ReadCaseStatistics } from '../../cbr/application/read-case-statistics.js';
import { addCounter, addGauge } from './read-metrics.js';

type Figure = readonly [name: string, help: string, read: (state: CaseBaseState) => number];

/** Persistent counters: they keep their value across restarts. */
const COUNTERS: readonly Figure[] = [
  ['touchstone_cbr_suggestions_total', 'Suggestions that were made', ({ suggestions }) => suggestions],
  ['touchstone_cbr_interactions_total', 'Rated suggestions', ({ counts }) => counts.rated],
  ['touchstone_cbr_successes_total', 'Suggestions that were rated a success', ({ counts }) => counts.successful],
];

const GAUGES: readonly Figure[] = [
  ['touchstone_cbr_cases', 'Cases in the case base', ({ counts }) => counts.cases],
  ['touchstone_cbr_average_quality', 'Mean quality of the cases, 0 to 1', ({ counts }) => counts.averageQuality],
  [
    'touchstone_cbr_suggestion_p95_seconds',
    '95th percentile of the last thousand suggestions',
    (state) => state.p95ResponseMs / 1000,
  ],
  [
    'touchstone_cbr_cache_hit_rate',
    'Share of suggestions that were remembered',
    ({ cacheHitRate }) => cacheHitRate ?? 0,
  ],
  [
    'touchstone_cbr_selector_learned',
    '1 while the learned order of cases is in use',
    ({ selector }) => Number(selector.inUse === 'learned'),
  ],
];

/** A case base that cannot be read must not hide all other figures. */
async function readAll(cases: ReadCaseStatistics): Promise<CaseBaseState | undefined> {
  try {
    return await cases.all();
  } catch {
    return undefined;
  }
}

/** Adds the figures of the case base. It is read once for all of them, by the first. */
export function addCaseMetrics(registry: Registry, cases: ReadCaseStatistics): Registry {
  let state: Promise<CaseBaseState | undefined> | undefined;
  GAUGES.forEach(([name, help, read], i) =>
    addGauge(registry, { name, help }, async () => {
      if (i === 0 || state === undefined) state = readAll(cases);
      const known = await state;
      return [[{}, known === undefined ? NaN : read(known)]];
    }),
  );
  for (const [name, help, read] of COUNTERS)
    addCounter(registry, { name, help }, async () => {
      const known = await (state ?? readAll(cases));
      return known === undefined ? undefined : [[{}, read(known)]];
    });
  return registry;
}
