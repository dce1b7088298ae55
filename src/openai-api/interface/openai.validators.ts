import { registerDecorator } from 'class-validator';

function isTextPart(part: unknown): boolean {
  if (typeof part !== 'object' || part === null || !('type' in part) || !('text' in part)) return false;
  return part.type === 'text' && typeof part.text === 'string';
}

/** A DTO field that must be the content of a message: a text, or text parts. */
export function IsMessageContent(): PropertyDecorator {
  return (target, key) => {
    registerDecorator({
      name: 'isMessageContent',
      target: target.constructor,
      propertyName: String(key),
      validator: {
        validate: (value: unknown) => typeof value === 'string' || (Array.isArray(value) && value.every(isTextPart)),
        defaultMessage: () => 'must be a string or a list of parts {"type": "text", "text": "…"}',
      },
    });
  };
}

function isUserMessage(message: unknown): boolean {
  return typeof message === 'object' && message !== null && 'role' in message && message.role === 'user';
}

/** A DTO field whose list of messages must hold a question. */
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
        defaultMessage: () => `must be a text or a list of 1..${maxTexts} texts, none of them empty`,
      },
    });
  };
}
