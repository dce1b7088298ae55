import { registerDecorator } from 'class-validator';
import { nameFault } from '../domain/visible-name.js';

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
