import { Answer, Source } from '../domain/answer.js';
import { Conversation } from '../domain/conversation.js';
import { TraceEvent } from '../domain/trace.js';
import { ChatResponseDto, SourceDto } from './chat.dto.js';
import { ConversationDto, TraceEventDto } from './conversation.dto.js';

function toSourceDto(source: Source): SourceDto {
  return {
    n: source.n,
    doc_id: source.documentId,
    chunk_id: source.chunkId,
    title: source.title,
    ...(source.section === undefined ? {} : { section: source.section }),
    url: source.url,
    date: source.date,
    version: source.version,
    canonical_path: [...source.canonicalPath],
    quote: source.quote,
    score: source.score,
    start: source.start,
    end: source.end,
    ...(source.corroborating ? { corroborating: true } : {}),
  };
}

export function toChatResponse(answer: Answer, message: string): ChatResponseDto {
  return {
    response: answer.response,
    conversation_id: answer.conversationId,
    sources: answer.sources.map(toSourceDto),
    citations: answer.citations.map((c) => ({
      start: c.start,
      end: c.end,
      source_n: c.sourceN,
      quote_start: c.quoteStart,
      quote_end: c.quoteEnd,
    })),
    confidence: answer.confidence,
    taxonomy_version: answer.taxonomyVersion,
    latency: answer.latencyS,
    metadata: {
      intent: answer.intent,
      language: answer.language,
      step_timings: { ...answer.stepTimingsS },
      degraded: [...answer.degraded],
      llm: {
        provider: answer.llm.provider,
        model: answer.llm.model,
        input_tokens: answer.llm.inputTokens,
        output_tokens: answer.llm.outputTokens,
        cost_usd: answer.llm.costUsd,
      },
      abstained: answer.abstained,
      calibrated_confidence: answer.answerability.probability,
      trace_id: answer.traceId,
      ...(answer.completedQuestion === message ? {} : { completed_question: answer.completedQuestion }),
    },
  };
}

export function toConversationDto(conversation: Conversation): ConversationDto {
  return {
    conversation_id: conversation.conversationId,
    created_at: conversation.createdAt,
    turns: conversation.turns.map((turn) => ({
      message: turn.message,
      response: turn.response,
      sources: turn.sources.map((source) => ({ ...source })),
      trace_id: turn.traceId,
      created_at: turn.createdAt,
    })),
  };
}

export function toTraceEventDto(event: TraceEvent): TraceEventDto {
  return { ...event };
}
