import { questionIn } from './asked-question.js';

/** One message of a conversation that a client sends, whatever protocol it came in. */
export interface Said {
  readonly role: 'user' | 'assistant' | 'system' | 'other';
  readonly text: string;
  /** Kinds of parts that are not text (`image_url`, `input_audio`, `file`): nothing here reads them. */
  readonly unread: readonly string[];
}

/** As in /chat/run. */
export const MAX_QUESTION = 4_000;
/** Questions that a follow-up may refer to; what was asked longer ago is not what "it" means. */
export const MAX_HISTORY = 10;

/** The last question of a conversation, and what was said before it. */
export interface AskedConversation {
  readonly text: string;
  /** Earlier questions, oldest first. */
  readonly history: readonly string[];
  /** Kinds of parts beside the question that were not read, each once. */
  readonly unread: readonly string[];
}

/**
 * The last message of the user is the question, the user's messages before it are the conversation. What system, assistant and tool
 * messages say is not read: answers come from the documents alone, and no message may add to them. Templates that a program writes
 * around a question are taken off.
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
