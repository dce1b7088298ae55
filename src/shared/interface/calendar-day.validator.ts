import { registerDecorator } from 'class-validator';

/** Whether a text is a day that exists, `YYYY-MM-DD`. */
export function isCalendarDay(value: unknown): value is string {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const time = Date.parse(`${value}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().slice(0, 10) === value;
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
