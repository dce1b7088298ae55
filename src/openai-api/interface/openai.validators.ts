import { registerDecorator } from 'class-validator';

function isPart(part: unknown): boolean {
  if (typeof part !== 'object' || part === null || !('type' in part) || typeof part.type !== 'string') return false;
  return !('text' in part) || part.text === null || typeof part.text === 'string';
}

/**
 * A DTO field that must be the content of a message: a text, or parts. Parts that are not text (images, sound, files) are accepted, since a
 * conversation with one would otherwise fail; the answer lists the unread parts.
 */
export function IsMessageContent(): PropertyDecorator {
  return (target, key) => {
    registerDecorator({
      name: 'isMessageContent',
      target: target.constructor,
      propertyName: String(key),
      validator: {
        validate: (value: unknown) => typeof value === 'string' || (Array.isArray(value) && value.every(isPart)),
        defaultMessage: () => 'must be a string or a list of parts, for example {"type": "text", "text": "…"}',
      },
    });
  };
}

function isUserMessage(message: unknown): boolean {
  return typeof message === 'object' && message !== null && 'role' in message && message.role === 'user';
}

/** A DTO field whose list of messages must contain a question. */
export function HasUserMessage(): PropertyDecorator {
  return (target, key) => {
    registerDecorator({
      name: 'hasUserMessage',
      target: target.constructor,
      propertyName: String(key),
      validator: {
        validate: (value: unknown) => Array.isArray(value) && value.some(isUserMessage),
        defaultMessage: () => 'must hold at least one message with the role user',
      },
    });
  };
}

const isTokens = (value: unknown): boolean =>
  Array.isArray(value) && value.length > 0 && value.every((token) => typeof token === 'number');

/** The reason why an input cannot be embedded. The message names the setting of clients that send tokens. */
function refusedInput(value: unknown, maxTexts: number): string {
  const all: unknown[] = Array.isArray(value) ? value : [];
  if (isTokens(value) || all.some(isTokens))
    return (
      'holds token numbers, which belong to the tokenizer of another model: send the text itself as a string ' +
      '(LangChain for Python: check_embedding_ctx_length=False)'
    );
  return `must be a text or a list of 1..${maxTexts} texts, none of them empty`;
}

/** A DTO field that must be one text or a list of texts, none of them empty. */
export function IsEmbeddingInput(maxTexts: number): PropertyDecorator {
  const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';
  return (target, key) => {
    registerDecorator({
      name: 'isEmbeddingInput',
      target: target.constructor,
      propertyName: String(key),
      validator: {
        validate: (value: unknown) =>
          isText(value) ||
          (Array.isArray(value) && value.length > 0 && value.length <= maxTexts && value.every(isText)),
        defaultMessage: (about) => refusedInput(about?.value, maxTexts),
      },
    });
  };
}

const MAX_ITEMS = 2_000;
const isItem = (item: unknown): boolean => typeof item === 'object' && item !== null && !Array.isArray(item);

/** A DTO field that must be the input of a response: a text, or a list of items with a message of the user among them. */
export function IsResponseInput(): PropertyDecorator {
  return (target, key) => {
    registerDecorator({
      name: 'isResponseInput',
      target: target.constructor,
      propertyName: String(key),
      validator: {
        validate: (value: unknown) =>
          (typeof value === 'string' && value.trim() !== '') ||
          (Array.isArray(value) && value.length <= MAX_ITEMS && value.every(isItem) && value.some(isUserMessage)),
        defaultMessage: () =>
          `must be a text, or a list of 1..${MAX_ITEMS} items with a message of the user: {"role": "user", "content": "…"}`,
      },
    });
  };
}
