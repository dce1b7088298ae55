import { questionIn } from './asked-question.js';

/** One message of a client's conversation, in any protocol. */
export interface Said {
  readonly role: 'user' | 'assistant' | 'system' | 'other';
  readonly text: string;
  /** Kinds of parts that are not text (`image_url`, `input_audio`, `file`): they are not read. */
  readonly unread: readonly string[];
}

/** As in /chat/run. */
export const MAX_QUESTION = 4_000;
/** Number of questions that a follow-up may refer to; "it" does not refer to older ones. */
export const MAX_HISTORY = 10;

/** The last question of a conversation, with the previous questions. */
export interface AskedConversation {
  readonly text: string;
  /** Earlier questions, oldest first. */
  readonly history: readonly string[];
  /** Kinds of parts of the question's message that were not read, each once. */
  readonly unread: readonly string[];
}

/**
 * The last message of the user is the question; the user's messages before it are the conversation. Messages of system, assistant and tools
 * are not read: answers come only from the documents, and no message may add to them. Templates of programs around a question are removed.
 * @returns undefined without a message of the user
 */
export function readConversation(messages: readonly Said[]): (AskedConversation & { readonly at: number }) | undefined {
  const at = messages.findLastIndex(({ role }) => role === 'user');
  const question = messages[at];
  if (question === undefined) return undefined;
  const history = messages
    .slice(0, at)
    .filter(({ role }) => role === 'user')
    .slice(-MAX_HISTORY)
    .map(({ text }) => questionIn(text).slice(0, MAX_QUESTION))
    .filter((earlier) => earlier.trim() !== '');
  return { text: questionIn(question.text), history, unread: [...new Set(question.unread)], at };
}
