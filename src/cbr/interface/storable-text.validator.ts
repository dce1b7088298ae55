import { registerDecorator } from 'class-validator';
import { isStorable } from '../domain/case-record.js';

/** A DTO field that must be a string that comes back exactly as it went in. */
export function IsStorableText(): PropertyDecorator {
  return (target, key) => {
    registerDecorator({
      name: 'isStorableText',
      target: target.constructor,
      propertyName: String(key),
      validator: {
        validate: (value: unknown) => typeof value === 'string' && isStorable(value),
        defaultMessage: () => 'must be a string of whole Unicode characters without NUL',
      },
    });
  };
}
