import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { InvalidInputError } from '../../shared/domain/domain-error.js';
import { dtoExcess, withoutStrangers } from '../../shared/interface/dto-limits.js';
import { faultsOf } from '../../shared/interface/validation.js';
import { AnswerSchema } from '../domain/answer-schema.js';
import { isMembers } from '../domain/json-fit.js';
import { topKWithin } from '../../access/domain/agent-scopes.js';
import type { AccessState } from '../../access/interface/access.decorators.js';
import { Question } from '../domain/completion.js';

/**
 * Reads a body of an external protocol (OpenAI, JSON-RPC). Unknown fields are dropped; other routes reject them.
 * @throws InvalidInputError (422) that lists every invalid field
 */
export function readTolerantly<T extends object>(type: new () => T, body: unknown): T {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new InvalidInputError([{ pointer: '', detail: 'the body must be a JSON object' }]);
  }
  const request = plainToInstance(type, withoutStrangers(type, body));
  const excess = dtoExcess(request, 'drop');
  if (excess !== undefined) throw new InvalidInputError([excess]);
  const faults = faultsOf(validateSync(request, { whitelist: true }), request);
  if (faults.length > 0) throw new InvalidInputError(faults);
  return request;
}

function refuse(pointer: string, detail: string): never {
  throw new InvalidInputError([{ pointer, detail }]);
}

/**
 * A conversation of OpenAI is not known here, and without its earlier messages a follow-up would be answered as something else.
 * @throws InvalidInputError for a request that names one
 */
export function refuseConversation(body: unknown): void {
  if (!isMembers(body) || body.conversation === undefined || body.conversation === null) return;
  refuse(
    '/conversation',
    'is not supported; continue with previous_response_id, or send the earlier messages in input',
  );
}

/** A stored response is sent as JSON. @throws InvalidInputError for a stream of it */
export function refuseStream(stream: string | undefined): void {
  if (stream === 'true') refuse('/stream', 'a stored response is complete; leave stream out to get it as JSON');
}

const COMPLETION_FORMAT = '/response_format';

/**
 * The requested form of the answer: `response_format` of a chat completion has the schema in `json_schema`, `text.format` of a response has
 * it in the format itself.
 * @param pointer JSON pointer of the format in the body
 * @returns undefined for text
 * @throws InvalidInputError for an invalid form
 */
export function readResponseFormat(format: unknown, pointer = COMPLETION_FORMAT): AnswerSchema | undefined {
  if (!isMembers(format) || format.type === 'text' || format.type === undefined) return undefined;
  if (format.type === 'json_object') return { name: 'object', schema: undefined };
  if (format.type !== 'json_schema') return refuse(`${pointer}/type`, 'must be text, json_object or json_schema');
  const nested = format.json_schema;
  // A chat completion without its schema lacks the member around it.
  const isNested = isMembers(nested) || pointer === COMPLETION_FORMAT;
  const holder = isMembers(nested) ? nested : format;
  const at = isNested && !isMembers(format.schema) ? `${pointer}/json_schema` : pointer;
  if (!isMembers(holder.schema)) return refuse(`${at}/schema`, 'must be a JSON Schema, an object');
  return { name: typeof holder.name === 'string' ? holder.name : 'answer', schema: holder.schema };
}

const DEFAULT_TOP_K = 10;

/** The caller, the effective filter, and the search settings of the agent: common to all routes that answer questions. */
export function askedWithin({
  caller,
  effectiveFilter,
  agent,
}: AccessState): Pick<Question, 'owner' | 'filter' | 'topK' | 'depth' | 'reviewBelow'> {
  return {
    owner: caller.id,
    filter: effectiveFilter,
    topK: topKWithin(undefined, agent, DEFAULT_TOP_K),
    depth: agent?.depth,
    reviewBelow: agent?.reviewBelow,
  };
}
