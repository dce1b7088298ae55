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

/**
 * Who else has something to say of a question, beside the components of the pipeline: `answer_decision` why there is an answer or none,
 * `writer_check` what was found wrong in what
 * the writer was given and wrote, among it sentences of documents that speak to a model; `cbr` the case base.
 */
export const SIDE_COMPONENTS = ['answer_decision', 'writer_check', 'cbr'] as const;
export interface SideEvent extends Omit<TraceEvent, 'component'> {
  readonly component: (typeof SIDE_COMPONENTS)[number];
}

export interface Trace {
  readonly traceId: string;
  readonly owner: string;
  /** Undefined for a trace of an earlier release. */
  readonly configuration: ConfigurationMark | undefined;
  readonly events: readonly (TraceEvent | SideEvent)[];
  /** When it was saved; as it is found. */
  readonly createdAt?: string;
}

/** A score as a trace shows it: more digits say nothing and fill the store. */
export function rounded(score: number): number {
  return Math.round(score * 10_000) / 10_000;
}

/** Keeps traces for the auditor; each belongs to the key that asked. */
export abstract class TraceStore {
  abstract save(trace: Trace): Promise<void>;
  /** Adds an event to a saved trace; without one nothing happens. */
  abstract append(traceId: string, owner: string, event: SideEvent): Promise<void>;
  /** @param owner whose trace it must be; undefined finds that of anybody */
  abstract find(traceId: string, owner: string | undefined): Promise<Trace | undefined>;
}
