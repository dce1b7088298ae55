import { registerDecorator } from 'class-validator';
import { isCalendarDay } from '../../text/dates/calendar-day.js';
import { isSmallMap, MAX_MAP_BYTES } from '../domain/free-map.js';
import { nameFault } from '../domain/visible-name.js';

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
