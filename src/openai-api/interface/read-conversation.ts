import { InvalidInputError } from '../../shared/domain/domain-error.js';
import { AskedConversation, MAX_QUESTION, readConversation, Said } from '../domain/conversation.js';
import { helperPromptIn, HelperPrompt } from '../domain/helper/helper-prompt.js';
import { isMembers } from '../domain/json-fit.js';
import { ChatCompletionMessageDto } from './openai-request.dto.js';

interface Part {
  readonly type: string;
  readonly text: string | undefined;
}

function partOf(part: unknown): Part {
  const { type, text } = isMembers(part) ? part : {};
  return { type: typeof type === 'string' ? type : '', text: typeof text === 'string' ? text : undefined };
}

/** The text of a message, parts joined by line breaks, and the kinds of its other parts. */
export function contentOf(content: unknown): Pick<Said, 'text' | 'unread'> {
  if (typeof content === 'string') return { text: content, unread: [] };
  const parts = Array.isArray(content) ? content.map(partOf) : [];
  return {
    text: parts.flatMap(({ text }) => text ?? []).join('\n'),
    unread: parts.flatMap(({ type, text }) => (text === undefined && type !== 'refusal' ? [type] : [])),
  };
}

const ROLES: Readonly<Record<string, Said['role']>> = {
  user: 'user',
  assistant: 'assistant',
  system: 'system',
  developer: 'system',
};

/** A message of a client, by the role names of its protocol. */
export function saidBy(role: string, content: unknown): Said {
  return { role: ROLES[role] ?? 'other', ...contentOf(content) };
}

/** The request of a client: a question of a person, or a background prompt of the chat client. */
export interface ReadRequest {
  readonly conversation: AskedConversation;
  readonly helper: HelperPrompt | undefined;
}

/**
 * @param pointerOf JSON pointer of the content of a message in the body
 * @throws InvalidInputError without a question, and for one that is empty or longer than the limit of /chat/run
 */
export function readRequest(messages: readonly Said[], pointerOf: (at: number) => string): ReadRequest {
  const read = readConversation(messages);
  const at = read?.at ?? 0;
  if (read === undefined || (read.text.trim() === '' && read.unread.length > 0))
    throw new InvalidInputError([
      {
        pointer: pointerOf(at),
        detail: `holds no text but ${read?.unread.join(', ') ?? 'nothing'}: images, sound and files are not read; ask in words`,
      },
    ]);
  const helper = helperPromptIn(messages);
  if (helper === undefined && (read.text.trim() === '' || read.text.length > MAX_QUESTION))
    throw new InvalidInputError([
      { pointer: pointerOf(at), detail: `the question must have 1..${MAX_QUESTION} characters` },
    ]);
  const { text, history, unread } = read;
  return { conversation: { text, history, unread }, helper };
}

/** Reads the messages of a chat completion; see `readRequest`. */
export function readMessages(messages: readonly ChatCompletionMessageDto[]): ReadRequest {
  return readRequest(
    messages.map(({ role, content }) => saidBy(role, content)),
    (at) => `/messages/${at}/content`,
  );
}
