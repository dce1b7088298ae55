import { InvalidInputError } from '../../shared/domain/domain-error.js';
import { ChatCompletionMessageDto } from './openai-request.dto.js';

/** As in /chat/run. */
const MAX_QUESTION = 4_000;
/** Questions that a follow-up may lean on; what was asked longer ago is not what "it" means. */
const MAX_HISTORY = 10;

export interface AskedConversation {
  readonly text: string;
  readonly history: readonly string[];
}

function textOfPart(part: unknown): string {
  if (typeof part !== 'object' || part === null || !('text' in part)) return '';
  return typeof part.text === 'string' ? part.text : '';
}

/** The text of a message, parts joined by line breaks. */
function textOf({ content }: ChatCompletionMessageDto): string {
  if (typeof content === 'string') return content;
  return Array.isArray(content) ? content.map(textOfPart).join('\n') : '';
}

/**
 * The last message of the user is the question, the user's messages before it are the conversation. What system, assistant and tool
 * messages say is not read: answers come from the documents alone, and no message may add to them.
 * @throws InvalidInputError for a question that is empty or longer than /chat/run takes
 */
export function readConversation(messages: readonly ChatCompletionMessageDto[]): AskedConversation {
  const last = messages.findLastIndex((message) => message.role === 'user');
  const question = messages[last];
  const text = question === undefined ? '' : textOf(question);
  if (text.trim() === '' || text.length > MAX_QUESTION)
    throw new InvalidInputError([
      { pointer: `/messages/${last}/content`, detail: `the question must have 1..${MAX_QUESTION} characters` },
    ]);
  const history = messages
    .slice(0, last)
    .filter((message) => message.role === 'user')
    .slice(-MAX_HISTORY)
    .map((message) => textOf(message).slice(0, MAX_QUESTION));
  return { text, history: history.filter((earlier) => earlier.trim() !== '') };
}
