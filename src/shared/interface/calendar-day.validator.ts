import { registerDecorator } from 'class-validator';
import { isCalendarDay } from '../../text/dates/calendar-day.js';

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
