import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsISO8601, Matches, registerDecorator } from 'class-validator';
import { isCalendarDay } from '../../text/values/calendar-day.js';
import { isSmallMap, MAX_MAP_BYTES } from '../domain/free-map.js';
import { nameFault } from '../domain/visible-name.js';
import { parse } from 'semver';

/** Condition of an optional field that must be valid if present: null counts as present. */
export function given(_: unknown, value: unknown): boolean {
  return value !== undefined;
}

/** Condition of an optional field for which null is the same as absent. */
export function givenNotNull(_: unknown, value: unknown): boolean {
  return value !== undefined && value !== null;
}

/** A DTO field that must be a calendar day. */
export function IsCalendarDay(): PropertyDecorator {
  return (target, key) => {
    registerDecorator({
      name: 'isCalendarDay',
      target: target.constructor,
      propertyName: String(key),
      validator: { validate: isCalendarDay, defaultMessage: () => 'must be a day that exists, as YYYY-MM-DD' },
    });
  };
}

const ZONE = /(?:Z|[+-]\d\d:\d\d)$/u;
const ZONED_TIME = { message: 'must be a time with its zone, for example 2026-03-02T00:00:00Z' };

/** A DTO field with a time and its zone: without one it would depend on where the server is. */
export function IsZonedTime(): PropertyDecorator {
  return (target, key) => {
    ApiPropertyOptional({ type: String, pattern: ZONE.source })(target, key);
    Matches(ZONE, ZONED_TIME)(target, key);
    IsISO8601({ strict: true, strictSeparator: true }, ZONED_TIME)(target, key);
  };
}

/** A DTO field with a free map that stays small. */
export function IsSmallMap(): PropertyDecorator {
  return (target, key) => {
    registerDecorator({
      name: 'isSmallMap',
      target: target.constructor,
      propertyName: String(key),
      validator: {
        validate: isSmallMap,
        defaultMessage: () => `must be at most ${MAX_MAP_BYTES} bytes as JSON`,
      },
    });
  };
}

/** A DTO field that names something: well-formed Unicode without control characters and without invisible ones. */
export function IsVisibleName(): PropertyDecorator {
  return (target, key) => {
    registerDecorator({
      name: 'isVisibleName',
      target: target.constructor,
      propertyName: String(key),
      validator: {
        validate: (value: unknown) => typeof value === 'string' && nameFault(value) === undefined,
        defaultMessage: (args) =>
          typeof args?.value === 'string' ? (nameFault(args.value) ?? '') : 'must be a string',
      },
    });
  };
}

/** Whether a text is SemVer 2.0.0 without build metadata, exactly as written: no `v`, no blanks, no leading zeros. */
export function isPlainSemVer(value: unknown): value is string {
  // The parser drops a leading v, blanks and build metadata; what it gives back then differs from what came.
  return typeof value === 'string' && parse(value)?.version === value;
}

/** A DTO field that must be a version without build metadata. */
export function IsPlainSemVer(): PropertyDecorator {
  return (target, key) => {
    registerDecorator({
      name: 'isPlainSemVer',
      target: target.constructor,
      propertyName: String(key),
      validator: {
        validate: isPlainSemVer,
        defaultMessage: () => 'Invalid version format: write SemVer 2.0.0 without build metadata, for example 2.1.0',
      },
    });
  };
}
