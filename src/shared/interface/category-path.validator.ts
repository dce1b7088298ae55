import { registerDecorator, ValidationArguments } from 'class-validator';
import { pathFaults } from '../domain/category-path.js';

/** A DTO field that must be a category path; the message lists all of its faults. */
export function IsCategoryPathField(): PropertyDecorator {
  return (target, key) => {
    registerDecorator({
      name: 'isCategoryPath',
      target: target.constructor,
      propertyName: String(key),
      validator: {
        validate: (value: unknown) => pathFaults(value, '').length === 0,
        defaultMessage: (args?: ValidationArguments) =>
          pathFaults(args?.value, '')
            .map((fault) => (fault.pointer === '' ? fault.detail : `${fault.pointer} ${fault.detail}`))
            .join('; '),
      },
    });
  };
}
