import { registerDecorator } from 'class-validator';
import { isSourceHeader } from '../domain/source-record.js';

const MAX_HEADERS = 50;

/** A map of header names to texts or secrets by reference. */
export function HasSourceHeaders(): PropertyDecorator {
  return (target, key) => {
    registerDecorator({
      name: 'hasSourceHeaders',
      target: target.constructor,
      propertyName: String(key),
      validator: {
        validate: (value: unknown) =>
          typeof value === 'object' &&
          value !== null &&
          Object.keys(value).length <= MAX_HEADERS &&
          Object.values(value).every(isSourceHeader),
        defaultMessage: () =>
          `must be up to ${MAX_HEADERS} headers, each a text or {"secret": "SOURCE_SECRET_…", "prefix": "…"}`,
      },
    });
  };
}
