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

/** Which components the caller switched; those that are not named are as configured. */
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
  /** Tokens of the language model, where it asked one. */
  readonly tokens?: { readonly input: number; readonly output: number };
}

/** The version of the configuration that a question was answered with. */
export interface ConfigurationMark {
  readonly version: number;
  readonly hash: string;
}

/** What the case base had to say of a question, beside the components of retrieval. */
export const CASE_COMPONENT = 'cbr';
export interface CaseEvent extends Omit<TraceEvent, 'component'> {
  readonly component: typeof CASE_COMPONENT;
}

export interface Trace {
  readonly traceId: string;
  readonly owner: string;
  /** Undefined for a trace of an earlier release. */
  readonly configuration: ConfigurationMark | undefined;
  readonly events: readonly (TraceEvent | CaseEvent)[];
}

/** A score as a trace shows it: more digits say nothing and fill the store. */
export function rounded(score: number): number {
  return Math.round(score * 10_000) / 10_000;
}

/** Keeps traces for the auditor; each belongs to the key that asked. */
export abstract class TraceStore {
  abstract save(trace: Trace): Promise<void>;
  /** Adds an event to a saved trace; without one nothing happens. */
  abstract append(traceId: string, owner: string, event: CaseEvent): Promise<void>;
  abstract find(traceId: string, owner: string): Promise<Trace | undefined>;
}
