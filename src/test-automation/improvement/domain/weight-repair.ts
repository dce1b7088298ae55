import { RagComponent } from '../../attribution/domain/trace-attribution.js';
import { ConfigurationView } from './served-configuration.js';
import { Patch } from './experiment-sandbox.js';

/** A number of the configuration with alternative values. */
export interface Tunable {
  readonly path: string;
  readonly component: RagComponent;
  /** Values over the whole range of the schema, so that a search can start from any spoiled value. */
  readonly values: readonly number[];
}

const SHARES = [0, 0.1, 0.2, 0.35, 0.5, 0.65, 0.8, 1] as const;

export const TUNABLES: readonly Tunable[] = [
  { path: '/pipeline/components/self_rag/keep_share', component: 'self_rag', values: [0, 0.02, 0.1, 0.3] },
  { path: '/pipeline/components/corrective_rag/poor_below', component: 'corrective_rag', values: [0, 0.25, 0.5, 0.75] },
  { path: '/pipeline/components/corrective_rag/gain', component: 'corrective_rag', values: [0, 0.05, 0.15] },
  { path: '/pipeline/search/first/words', component: 'hybrid_search', values: SHARES },
  { path: '/pipeline/search/first/vector', component: 'hybrid_search', values: SHARES },
  { path: '/pipeline/search/second/words', component: 'dynamic_query_expansion', values: SHARES },
  { path: '/pipeline/search/second/feedback_words', component: 'dynamic_query_expansion', values: SHARES },
  { path: '/pipeline/search/second/vector', component: 'dynamic_query_expansion', values: SHARES },
  { path: '/pipeline/search/decisive', component: 'dynamic_query_expansion', values: [0, 0.25, 0.45, 0.7, 1] },
  { path: '/pipeline/search/feedback_passages', component: 'dynamic_query_expansion', values: [3, 10, 20] },
  { path: '/pipeline/search/feedback_terms', component: 'dynamic_query_expansion', values: [20, 50, 100] },
  { path: '/pipeline/search/beside_weight', component: 'corrective_rag', values: [0.1, 0.3, 0.6] },
];

export interface WeightChange {
  readonly tunable: Tunable;
  readonly from: number;
  readonly to: number;
  readonly patch: Patch;
}

/** Every other value of every tunable number. */
export function weightChanges({ numbers }: ConfigurationView): WeightChange[] {
  return TUNABLES.flatMap((tunable) => {
    const from = numbers.get(tunable.path);
    if (from === undefined) return [];
    return tunable.values
      .filter((to) => to !== from)
      .map((to) => ({ tunable, from, to, patch: [{ op: 'replace', path: tunable.path, value: to }] }));
  });
}
