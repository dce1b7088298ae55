import { registerDecorator } from 'class-validator';
import { faultOfBaseUrl } from '../../shared/domain/base-url.js';
import { isHeaderRecord } from '../domain/target-record.js';

/** Decimal fractions such as .3 + .4 + .3 need not add up exactly in binary. */
const TOLERANCE = 0.001;

function sumOfNumbers(value: unknown): number | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  let sum = 0;
  for (const part of Object.values(value)) {
    if (typeof part !== 'number') return undefined;
    sum += part;
  }
  return sum;
}

/** A DTO field whose shares must add up to 1; shares that are no numbers are left to their own rules. */
export function HasSharesOfOne(): PropertyDecorator {
  return (target, key) => {
    registerDecorator({
      name: 'hasSharesOfOne',
      target: target.constructor,
      propertyName: String(key),
      validator: {
        validate: (value: unknown) => Math.abs((sumOfNumbers(value) ?? 1) - 1) <= TOLERANCE,
        defaultMessage: (args) =>
          `must have shares that add up to 1, these add up to ${sumOfNumbers(args?.value) ?? 0}`,
      },
    });
  };
}

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
