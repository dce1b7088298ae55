import { InvalidInputError } from '../../shared/domain/domain-error.js';
import { AnswerSchema } from '../domain/answer-schema.js';
import { isMembers } from '../domain/json-fit.js';

function refuse(pointer: string, detail: string): never {
  throw new InvalidInputError([{ pointer, detail }]);
}

/**
 * The requested form of the answer: `response_format` of a chat completion has the schema in `json_schema`, `text.format` of a response has
 * it in the format itself.
 * @param pointer JSON pointer of the format in the body
 * @returns undefined for text
 * @throws InvalidInputError for an invalid form
 */
export function readResponseFormat(format: unknown, pointer = '/response_format'): AnswerSchema | undefined {
  if (!isMembers(format) || format.type === 'text' || format.type === undefined) return undefined;
  if (format.type === 'json_object') return { name: 'object', schema: undefined };
  if (format.type !== 'json_schema') return refuse(`${pointer}/type`, 'must be text, json_object or json_schema');
  const nested = format.json_schema;
  const holder = isMembers(nested) ? nested : format;
  const at = isMembers(nested) ? `${pointer}/json_schema` : pointer;
  if (!isMembers(holder.schema)) return refuse(`${at}/schema`, 'must be a JSON Schema, an object');
  return { name: typeof holder.name === 'string' ? holder.name : 'answer', schema: holder.schema };
}
