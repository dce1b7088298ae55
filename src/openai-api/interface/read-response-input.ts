import { Said } from '../domain/conversation.js';
import { isMembers } from '../domain/json-fit.js';
import { readRequest, ReadRequest, saidBy } from './read-conversation.js';

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
