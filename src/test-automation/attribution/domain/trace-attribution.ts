import { Gold } from '../../domain/question.js';
import { ComponentEvent } from '../../domain/rag-target.js';
import { TestResult } from '../../domain/test-result.js';

/** The eight of the specification; a report has a line for each, also for one without an effect. */
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
 * The effect of a component on one answer, from its trace. This is an observation: only a run without the component shows what the answer
 * would have been.
 */
export interface ComponentObservation {
  readonly component: RagComponent;
  /** Null if the target does not expose its components. */
  readonly fired: boolean | null;
  /** Passages that it added or removed; null if the event has no passages. */
  readonly changedPassages: number | null;
  /** One-based rank of the gold document's first passage, before and after; null if it is in neither list, or not reported. */
  readonly goldRank: { readonly before: number | null; readonly after: number | null } | null;
  readonly effect: string;
  readonly tookMs: number;
}

/** Events identify passages by `chunk_id`, or by the bare id; an id consists of that of its document, `#`, and a number. */
function passagesIn(value: unknown): readonly string[] | undefined {
  const list = Array.isArray(value) ? value : memberOf(value, 'passages');
  if (!Array.isArray(list) || list.length === 0) return undefined;
  const ids = list
    .map((passage: unknown) => (typeof passage === 'string' ? passage : memberOf(passage, 'chunk_id')))
    .filter((id) => typeof id === 'string');
  return ids.length === list.length ? ids : undefined;
}

export function eventOf(events: readonly ComponentEvent[], component: RagComponent): ComponentEvent | undefined {
  return events.find((event) => event.component === component);
}

/** Input and output of a component; a component that grades has both in one list. */
function listsOf({ component, fired, input, output }: ComponentEvent) {
  if (component === 'corrective_rag') {
    const first = passagesIn(memberOf(input, 'first'));
    const isSecond = fired && memberOf(output, 'kept') === 'second';
    return { before: first, after: isSecond ? passagesIn(memberOf(output, 'second')) : first };
  }
  const grades = memberOf(output, 'grades');
  if (!Array.isArray(grades)) return { before: passagesIn(input), after: passagesIn(output) };
  const kept = grades.filter((grade: unknown) => memberOf(grade, 'relevant') === true);
  return { before: passagesIn(grades), after: passagesIn(kept) ?? [] };
}

/** Passages in the stages of the retrieval, best first. */
export interface RetrievedLists {
  /** Before the reranking; empty if a second retrieval replaced the reranked passages. */
  readonly fused: readonly string[];
  /** Candidates for the answer, before irrelevant ones were left out. */
  readonly last: readonly string[];
  /** Left out as irrelevant. */
  readonly dropped: readonly string[];
}

export function retrievedLists(events: readonly ComponentEvent[]): RetrievedLists {
  const of = (component: RagComponent) => {
    const event = eventOf(events, component);
    return event === undefined ? undefined : listsOf(event);
  };
  const [reranker, corrective, graded] = [of('reranker'), of('corrective_rag'), of('self_rag')];
  const isSecond = memberOf(eventOf(events, 'corrective_rag')?.output, 'kept') === 'second';
  const last =
    (isSecond ? corrective?.after : undefined) ?? reranker?.after ?? of('hybrid_search')?.after ?? graded?.before;
  const kept = new Set(graded?.after);
  return {
    fused: isSecond ? [] : (reranker?.before ?? []),
    last: last ?? [],
    dropped: (graded?.before ?? []).filter((id) => !kept.has(id)),
  };
}

/** Why the target answered or abstained: the probability of a right answer, and the threshold below which it abstains. */
export interface AnswerDecision {
  readonly probability: number;
  readonly threshold: number;
  /** The chunk of the sentence that the probability is of; null if the target does not report it. */
  readonly chunkId: string | null;
  /** What limits the probability: the passages lack the requested `thing`, or a value of the requested `kind`. */
  readonly lacks: string | null;
}

/** The decision of a target that reports it. */
export function decisionOf(events: readonly ComponentEvent[]): AnswerDecision | undefined {
  const event = events.find(({ component }) => component === 'answer_decision');
  const [probability, threshold] = [memberOf(event?.output, 'probability'), memberOf(event?.output, 'threshold')];
  const chunkId = textIn(memberOf(event?.input, 'likeliest'), 'chunk_id');
  return typeof probability === 'number' && typeof threshold === 'number'
    ? { probability, threshold, chunkId, lacks: textIn(event?.input, 'lacks') ?? textIn(event?.output, 'lacks') }
    : undefined;
}

function textIn(value: unknown, name: string): string | null {
  const text = memberOf(value, name);
  return typeof text === 'string' ? text : null;
}

/** The texts of a list in an event. */
export function textsIn(value: unknown, name: string): string[] {
  const list: unknown = memberOf(value, name);
  return Array.isArray(list) ? list.filter((one: unknown) => typeof one === 'string') : [];
}

export function isOff(event: ComponentEvent | undefined): boolean {
  return event !== undefined && !event.fired && event.effect.startsWith('switched off');
}

/** The likelihood of a retrieved passage; null if the target does not report it. */
export function scoreOf(events: readonly ComponentEvent[], chunkId: string): number | null {
  const passages = memberOf(eventOf(events, 'hybrid_search')?.output, 'passages');
  const found: unknown = Array.isArray(passages)
    ? passages.find((one: unknown) => memberOf(one, 'chunk_id') === chunkId)
    : undefined;
  const score = memberOf(found, 'score');
  return typeof score === 'number' ? score : null;
}

/** The decision that made an answer abstain; undefined if it answered, or abstained for another reason. */
export function withheldBy({
  abstained,
  events,
}: Pick<TestResult, 'abstained' | 'events'>): AnswerDecision | undefined {
  const decision = decisionOf(events);
  return abstained && decision !== undefined && decision.probability < decision.threshold ? decision : undefined;
}

export const abstainedText = ({ probability, threshold }: AnswerDecision): string =>
  `abstained at a probability of ${probability}, below the threshold of ${threshold}`;

export const answeredText = ({ probability, threshold }: AnswerDecision): string =>
  `answered at a probability of ${probability}, not below the threshold of ${threshold}`;

export function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? Object.entries(value).find(([key]) => key === name)?.[1]
    : undefined;
}

/** One-based rank of the document's first passage; null if it has none in the list. */
export function rankOf(list: readonly string[] | undefined, documentId: string): number | null {
  const at = list?.findIndex((id) => id === documentId || id.startsWith(`${documentId}#`)) ?? -1;
  return at < 0 ? null : at + 1;
}

function observe(component: RagComponent, event: ComponentEvent, gold: Gold): ComponentObservation {
  const { before, after } = listsOf(event);
  const changed =
    before === undefined || after === undefined
      ? null
      : after.filter((id) => !before.includes(id)).length + before.filter((id) => !after.includes(id)).length;
  const { documentId } = gold;
  const isReported = documentId !== null && (before !== undefined || after !== undefined);
  return {
    component,
    fired: event.fired,
    changedPassages: changed,
    goldRank: isReported ? { before: rankOf(before, documentId), after: rankOf(after, documentId) } : null,
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
