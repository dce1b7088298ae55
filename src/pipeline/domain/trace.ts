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

/** The components that the caller switched; the others are as configured. */
export type ComponentSwitches = Readonly<Partial<Record<ComponentName, boolean>>>;

/** The event of a component for one question. */
export interface TraceEvent {
  readonly component: ComponentName;
  readonly fired: boolean;
  readonly input: unknown;
  readonly output: unknown;
  /** In words: the change, or the reason why it did not fire. */
  readonly effect: string;
  readonly took_ms: number;
  /** Tokens of the language model, if the component called one. */
  readonly tokens?: { readonly input: number; readonly output: number };
}

/** The version of the configuration that a question was answered with. */
export interface ConfigurationMark {
  readonly version: number;
  readonly hash: string;
}

/**
 * Other sources of trace events, in addition to the components of the pipeline. `answer_decision`: why the pipeline answered or abstained.
 * `writer_check`: faults in the input and the output of the writer, such as sentences of documents that address a model. `cbr`: the case
 * base.
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
  /** Time of saving; set when the trace is read. */
  readonly createdAt?: string;
}

/** A score rounded for a trace: more digits have no meaning and need storage. */
export function rounded(score: number): number {
  return Math.round(score * 10_000) / 10_000;
}

/** Stores traces for the auditor; each belongs to the key of the caller. */
export abstract class TraceStore {
  abstract save(trace: Trace): Promise<void>;
  /** Adds an event to a saved trace; does nothing if there is none. */
  abstract append(traceId: string, owner: string, event: SideEvent): Promise<void>;
  /** @param owner whose trace it must be; undefined finds a trace of any owner */
  abstract find(traceId: string, owner: string | undefined): Promise<Trace | undefined>;
}
