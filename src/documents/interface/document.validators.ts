import { registerDecorator } from 'class-validator';

const MAX_CHARACTERS = 10_000_000;
const MAX_METADATA_BYTES = 16_384;

function textFault(value: unknown): string | undefined {
  if (typeof value !== 'string') return 'must be a string';
  if (value.trim() === '') return 'must hold visible text';
  if (value.length > MAX_CHARACTERS) return `must have at most ${MAX_CHARACTERS} characters; split the document`;
  if (value.includes('\u0000')) return 'must not hold NUL characters';
  return /\p{Surrogate}/u.test(value) ? 'must not hold lone surrogates' : undefined;
}

/** A document's text. */
export function IsVisibleText(): PropertyDecorator {
  return (target, key) => {
    registerDecorator({
      name: 'isVisibleText',
      target: target.constructor,
      propertyName: String(key),
      validator: {
        validate: (value: unknown) => textFault(value) === undefined,
        defaultMessage: (args) => textFault(args?.value) ?? '',
      },
    });
  };
}

/** A free map that stays small beside its document. */
export function IsSmallMap(): PropertyDecorator {
  return (target, key) => {
    registerDecorator({
      name: 'isSmallMap',
      target: target.constructor,
      propertyName: String(key),
      validator: {
        validate: (value: unknown) =>
          value !== undefined && Buffer.byteLength(JSON.stringify(value)) <= MAX_METADATA_BYTES,
        defaultMessage: () => `must be at most ${MAX_METADATA_BYTES} bytes as JSON`,
      },
    });
  };
}
