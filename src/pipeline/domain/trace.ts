export const COMPONENTS = [
  'query_analyzer',
  'self_rag',
  'dynamic_query_expansion',
  'hyde',
  'hybrid_search',
  'corrective_rag',
  'reranker',
  'fact_check',
] as const;
export type ComponentName = (typeof COMPONENTS)[number];

/** Which components the caller switched; those that are not named are on. */
export type ComponentSwitches = Readonly<Partial<Record<ComponentName, boolean>>>;

/** What a component did to one question. */
export interface TraceEvent {
  readonly component: ComponentName;
  readonly fired: boolean;
  readonly input: unknown;
  readonly output: unknown;
  /** In words: what changed because of it, or why it did not fire. */
  readonly effect: string;
  readonly took_ms: number;
}

export interface Trace {
  readonly traceId: string;
  readonly owner: string;
  readonly events: readonly TraceEvent[];
}

/** Keeps traces for the auditor; each belongs to the key that asked. */
export abstract class TraceStore {
  abstract save(trace: Trace): Promise<void>;
  abstract find(traceId: string, owner: string): Promise<Trace | undefined>;
}
