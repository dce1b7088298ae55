import { WITHHELD_TEXT } from '../../shared/domain/quoted-source.js';
import type { CitedSpan, CompletedAnswer } from '../domain/completion.js';
import { isMembers, Members } from '../domain/json-fit.js';
import { toAnnotations } from './completion-mapping.js';
import type { ResponseDto } from './response-answer.dto.js';
import { ResponseRequestDto } from './response-request.dto.js';
import { Said } from '../domain/conversation.js';
import { readRequest, ReadRequest, saidBy } from './read-conversation.js';

/** A response as a plain object. */
export type ResponseBody = Pick<ResponseDto, keyof ResponseDto>;

/** The request and the id of a response. */
export interface ResponseHead {
  readonly id: string;
  /** Seconds since 1970. */
  readonly created: number;
  readonly request: ResponseRequestDto;
  /** Public address of this server, without a final slash. */
  readonly base: string;
}

/** The part of an id that a response shares with its items. */
const suffixOf = (id: string): string => id.slice(id.indexOf('_') + 1);

export const messageIdOf = (id: string): string => `msg_${suffixOf(id)}`;

export function wantsSearchItem({ request }: ResponseHead): boolean {
  return request.tools?.some((tool) => tool.type === 'file_search') === true;
}

/** A `url_citation` for each span, then one `file_citation` for each document, as the tool file_search has them. */
export function annotationsOf(citations: readonly CitedSpan[], base: string): Members[] {
  const spans = toAnnotations(citations, base).map(
    ({ edition, url_citation: { url, title, start_index, end_index } }) => ({
      type: 'url_citation',
      url,
      title,
      start_index,
      end_index,
      edition,
    }),
  );
  const documents = new Map(citations.map((citation) => [citation.documentId, citation]));
  const files = [...documents.values()].map(({ documentId, title, end }) => ({
    type: 'file_citation',
    file_id: documentId,
    filename: title,
    index: end,
  }));
  return [...spans, ...files];
}

/** The search as an output item, in the form of the tool file_search. */
export function searchItem({ id, request }: ResponseHead, answer: CompletedAnswer): Members {
  const { sources } = answer.details;
  const results = (Array.isArray(sources) ? sources.filter(isMembers) : []).map((source) => ({
    file_id: source.doc_id,
    filename: source.title,
    score: source.score,
    text: source.quote,
    attributes: {},
  }));
  return {
    id: `fs_${suffixOf(id)}`,
    type: 'file_search_call',
    status: 'completed',
    queries: answer.origin === undefined ? [] : [answer.origin.question],
    results: request.include?.includes('file_search_call.results') === true ? results : null,
  };
}

export function textPart(text: string, annotations: readonly Members[]): Members {
  return { type: 'output_text', text, annotations, logprobs: [] };
}

export function messageItem(id: string, status: 'in_progress' | 'completed', content: readonly Members[]): Members {
  return { id: messageIdOf(id), type: 'message', status, role: 'assistant', content };
}

/** A response without its output. */
export function openResponse({ id, created, request }: ResponseHead): ResponseBody {
  return {
    id,
    object: 'response',
    created_at: created,
    status: 'in_progress',
    completed_at: null,
    error: null,
    incomplete_details: null,
    instructions: request.instructions ?? null,
    max_output_tokens: null,
    model: request.model,
    output: [],
    parallel_tool_calls: false,
    previous_response_id: request.previous_response_id ?? null,
    reasoning: { effort: null, summary: null },
    store: request.store !== false,
    temperature: null,
    text: { format: request.text?.format ?? { type: 'text' } },
    tool_choice: 'auto',
    tools: request.tools ?? [],
    top_p: null,
    truncation: 'disabled',
    usage: null,
    metadata: request.metadata ?? {},
    touchstone: {},
  };
}

/**
 * @param text the sent text: the answer, or for a stream with a replaced draft, all of it
 * @param store whether the response is stored
 */
export function toResponse(head: ResponseHead, answer: CompletedAnswer, text: string, store: boolean): ResponseBody {
  const { prompt, completion } = answer.usage;
  const message = messageItem(head.id, 'completed', [textPart(text, annotationsOf(answer.citations, head.base))]);
  return {
    ...openResponse(head),
    status: 'completed',
    completed_at: head.created,
    output: wantsSearchItem(head) ? [searchItem(head, answer), message] : [message],
    store,
    usage: {
      input_tokens: prompt,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: completion,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: prompt + completion,
    },
    touchstone: { ...answer.details },
  };
}

/** A stored response without its text, for a reader without access; the caller's input stays. */
export function withheldResponse(body: Members): Members {
  const { id } = body;
  const message = messageItem(String(id), 'completed', [textPart(WITHHELD_TEXT, [])]);
  return { ...body, output: [message], touchstone: { withheld: true } };
}

/** An item of the input; other items than messages (calls of tools, reasoning, references) have no text. */
function saidIn(item: unknown): Said {
  const { type, role, content } = isMembers(item) ? item : {};
  const isMessage = (type === undefined || type === 'message') && typeof role === 'string';
  return isMessage ? saidBy(role, content) : { role: 'other', text: '', unread: [] };
}

/** Reads the input of a response: a text, or a list of items; see `readRequest`. */
export function readResponseInput(input: unknown, instructions: string | null | undefined): ReadRequest {
  const items: readonly unknown[] = Array.isArray(input) ? input : [{ role: 'user', content: input }];
  const system: readonly Said[] =
    instructions === undefined || instructions === null ? [] : [saidBy('system', instructions)];
  return readRequest([...system, ...items.map(saidIn)], (at) =>
    Array.isArray(input) ? `/input/${at - system.length}/content` : '/input',
  );
}
