import { ComponentName, COMPONENTS, TraceEvent } from '../domain/trace.js';

/** Why a component has no event of its own. */
const ABSENT: Readonly<Record<ComponentName, string>> = {
  query_analyzer: 'switched off',
  self_rag: 'not available in this version',
  dynamic_query_expansion: 'not available in this version',
  hyde: 'not available: it needs a language model',
  hybrid_search: 'switched off',
  corrective_rag: 'not available in this version',
  reranker: 'switched off',
  fact_check: 'not available in this version',
};

/** Collects what the components did to one question. */
export class PipelineTrace {
  private readonly recorded = new Map<ComponentName, TraceEvent>();

  record(event: TraceEvent): void {
    this.recorded.set(event.component, event);
  }

  /** One event for each of the eight components, in the order of the pipeline. */
  events(): TraceEvent[] {
    return COMPONENTS.map(
      (component) =>
        this.recorded.get(component) ?? {
          component,
          fired: false,
          input: null,
          output: null,
          effect: ABSENT[component],
          took_ms: 0,
        },
    );
  }
}
