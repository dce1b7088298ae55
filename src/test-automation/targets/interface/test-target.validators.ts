import { registerDecorator } from 'class-validator';
import { faultOfBaseUrl } from '../../../shared/domain/base-url.js';
import { isHeaderRecord } from '../domain/target-record.js';

/** A DTO field with headers: each a text, or the environment variable of a secret. */
export function HasTargetHeaders(): PropertyDecorator {
  return (target, key) => {
    registerDecorator({
      name: 'hasTargetHeaders',
      target: target.constructor,
      propertyName: String(key),
      validator: {
        validate: (value: unknown) =>
          typeof value === 'object' && value !== null && Object.values(value).every(isHeaderRecord),
        defaultMessage: () => 'must have values that are texts, or {"secret": "TARGET_…", "prefix": "Bearer "}',
      },
    });
  };
}

/** A DTO field with the base URL of another server. */
export function IsBaseUrl(): PropertyDecorator {
  return (target, key) => {
    registerDecorator({
      name: 'isBaseUrl',
      target: target.constructor,
      propertyName: String(key),
      validator: {
        validate: (value: unknown) => typeof value === 'string' && faultOfBaseUrl(value) === undefined,
        defaultMessage: (args) => {
          const value: unknown = args?.value;
          return (typeof value === 'string' ? faultOfBaseUrl(value) : undefined) ?? 'must be an http(s) URL';
        },
      },
    });
  };
}
