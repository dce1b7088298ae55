import { Gold } from './question.js';
import { ComponentEvent } from './rag-target.js';

/** The eight of the specification; a report has a line for each, also for one that did nothing. */
export const RAG_COMPONENTS = [
  'self_rag',
  'hyde',
  'corrective_rag',
  'hybrid_search',
  'reranker',
  'query_analyzer',
  'dynamic_query_expansion',
  'fact_check',
] as const;
export type RagComponent = (typeof RAG_COMPONENTS)[number];

/**
 * What a component did to one answer, as its trace says. This is an observation: what the answer would have been without the
 * component, only a run without it tells.
 */
export interface ComponentObservation {
  readonly component: RagComponent;
  /** Null when the target tells nothing of its inside. */
  readonly fired: boolean | null;
  /** Passages that came in or went out by it; null where the event holds no passages. */
  readonly changedPassages: number | null;
  /** Rank of the gold document's first passage, from 1, before and after; null where it is in neither list, or not told. */
  readonly goldRank: { readonly before: number | null; readonly after: number | null } | null;
  readonly effect: string;
  readonly tookMs: number;
}

interface PassageList {
  readonly ids: readonly string[];
}

/** Events name passages by `chunk_id`; an id is that of its document, `#`, and a number. */
function passagesIn(value: unknown): PassageList | undefined {
  const list = Array.isArray(value) ? value : memberOf(value, 'passages');
  if (!Array.isArray(list) || list.length === 0) return undefined;
  const ids = list.map((passage: unknown) => memberOf(passage, 'chunk_id')).filter((id) => typeof id === 'string');
  return ids.length === list.length ? { ids } : undefined;
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? Object.entries(value).find(([key]) => key === name)?.[1]
    : undefined;
}

function rankOf(list: PassageList | undefined, documentId: string): number | null {
  const at = list?.ids.findIndex((id) => id === documentId || id.startsWith(`${documentId}#`)) ?? -1;
  return at < 0 ? null : at + 1;
}

function observe(component: RagComponent, event: ComponentEvent, gold: Gold): ComponentObservation {
  const before = passagesIn(event.input);
  const after = passagesIn(event.output);
  const changed =
    before === undefined || after === undefined
      ? null
      : after.ids.filter((id) => !before.ids.includes(id)).length +
        before.ids.filter((id) => !after.ids.includes(id)).length;
  const { documentId } = gold;
  const isTold = documentId !== null && (before !== undefined || after !== undefined);
  return {
    component,
    fired: event.fired,
    changedPassages: changed,
    goldRank: isTold ? { before: rankOf(before, documentId), after: rankOf(after, documentId) } : null,
    effect: event.effect,
    tookMs: event.tookMs,
  };
}

/** One observation for each of the eight components, in the order of the specification. */
export function observeComponents(events: readonly ComponentEvent[], gold: Gold): ComponentObservation[] {
  return RAG_COMPONENTS.map((component) => {
    const event = events.find((e) => e.component === component);
    if (event !== undefined) return observe(component, event, gold);
    const effect = events.length === 0 ? 'not available: the target has no trace' : 'not in the trace';
    return { component, fired: null, changedPassages: null, goldRank: null, effect, tookMs: 0 };
  });
}
