import { readSources } from '../../shared/domain/quoted-source.js';
import { isMembers } from '../domain/json-fit.js';
import { StoredResponse } from '../domain/stored-responses.js';

/** A row of stored_responses. */
export interface ResponseRow {
  readonly response_id: string;
  readonly owner: string;
  readonly conversation_id: string;
  readonly trace_id: string;
  readonly previous_id: string | null;
  readonly question: string;
  readonly body: string;
  readonly sources: string;
  readonly created_at: string;
}

export function toResponse(row: ResponseRow): StoredResponse {
  const body: unknown = JSON.parse(row.body);
  return {
    responseId: row.response_id,
    owner: row.owner,
    conversationId: row.conversation_id,
    traceId: row.trace_id,
    previousId: row.previous_id ?? undefined,
    question: row.question,
    body: isMembers(body) ? body : {},
    sources: readSources(JSON.parse(row.sources)),
    createdAt: row.created_at,
  };
}
