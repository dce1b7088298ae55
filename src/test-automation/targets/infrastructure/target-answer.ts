import { Answer } from '../../../pipeline/domain/answer.js';
import { SideEvent, COMPONENTS, ComponentSwitches, TraceEvent } from '../../../pipeline/domain/trace.js';
import { TargetAnswer } from '../../domain/rag-target.js';

/** Number of passages of a chat request that names none. */
export const TOP_K = 10;

export function switchedOff(off: readonly string[]): ComponentSwitches {
  return Object.fromEntries(COMPONENTS.filter((c) => off.includes(c)).map((c) => [c, false]));
}

/** The pipeline's answer in the form of a target's answer. */
export function toTargetAnswer(
  answer: Answer,
  events: readonly (TraceEvent | SideEvent)[],
  tookMs: number,
): TargetAnswer {
  return {
    text: answer.response,
    sources: answer.sources.map((source) => ({
      documentId: source.documentId,
      chunkId: source.chunkId,
      title: source.title,
      quote: source.quote,
      start: source.start,
      end: source.end,
    })),
    abstained: answer.abstained,
    confidence: answer.confidence,
    conversationId: answer.conversationId,
    traceId: answer.traceId,
    events: events.map(({ took_ms, ...event }) => ({ ...event, tookMs: took_ms })),
    understood: { intent: answer.intent, question: answer.completedQuestion },
    degraded: answer.degraded,
    costUsd: answer.llm.costUsd,
    tookMs,
  };
}
