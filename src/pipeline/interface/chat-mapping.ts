import { ConsultedCase } from '../domain/case-source.js';
import { Conversation } from '../domain/conversation.js';
import { SideEvent, Trace, TraceEvent } from '../domain/trace.js';
import { ConsultedCaseDto } from './chat.dto.js';
import { ConversationDto, TraceDto, TraceEventDto } from './conversation.dto.js';

export function toConversationDto(conversation: Conversation & { readonly owner?: string }): ConversationDto {
  return {
    conversation_id: conversation.conversationId,
    created_at: conversation.createdAt,
    turns: conversation.turns.map((turn) => ({
      message: turn.message,
      response: turn.response,
      sources: turn.sources.map((source) => ({ ...source })),
      trace_id: turn.traceId,
      created_at: turn.createdAt,
      ...(turn.isWithheld === true ? { withheld: true } : {}),
      ...(turn.isOutdated === true ? { outdated: true } : {}),
    })),
    ...(conversation.owner === undefined ? {} : { owner: conversation.owner }),
  };
}

export function toTraceDto({ traceId, configuration, events }: Trace, owner?: string): TraceDto {
  return {
    trace_id: traceId,
    ...(configuration === undefined ? {} : { configuration: { ...configuration } }),
    events: events.map(toTraceEventDto),
    ...(owner === undefined ? {} : { owner }),
  };
}

export function toTraceEventDto(event: TraceEvent | SideEvent): TraceEventDto {
  return { ...event };
}

export function toConsultedCaseDto({ caseId, similarity }: ConsultedCase): ConsultedCaseDto {
  return { case_id: caseId, similarity };
}
