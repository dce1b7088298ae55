import { registerDecorator } from 'class-validator';
import { isStorable } from '../domain/case-record.js';

/** A DTO field for a string that can be stored without loss. */
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
