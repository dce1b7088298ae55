import { type Caller, isAdministrator } from '../../access/domain/caller.js';
import { ConversationReader } from '../application/read-conversation.js';
import { ConsultedCase } from '../domain/case-source.js';
import { SideEvent, Trace, TraceEvent } from '../domain/trace.js';
import { ConsultedCaseDto } from './chat.dto.js';
import { TraceDto, TraceEventDto } from './trace.dto.js';

/** The reader of stored conversations that a caller is. */
export const readerOf = (caller: Caller): ConversationReader => ({
  id: caller.id,
  filter: caller.filter,
  isAdministrator: isAdministrator(caller),
});

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
