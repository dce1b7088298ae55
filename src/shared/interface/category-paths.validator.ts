import { registerDecorator, ValidationArguments } from 'class-validator';
import { pathFaults } from '../domain/category-path.js';

/** Maximum number of reported faults: enough to correct a list without repeating a hostile body. */
const MAX_FAULTS_SHOWN = 10;

/** Returns the faults of a value that should be a list of category paths, as text; empty if it is valid. */
export function categoryPathsFault(value: unknown, limits: { readonly min: number; readonly max: number }): string {
  if (!Array.isArray(value)) return 'must be a list of category paths, for example [["AI", "ML"], ["Database"]]';
  if (value.length > limits.max) return `Max ${limits.max} paths allowed, these are ${value.length}`;
  if (value.length < limits.min) return `must have at least ${limits.min} path`;
  return value
    .flatMap((path: unknown, i) => pathFaults(path, `/${i}`))
    .slice(0, MAX_FAULTS_SHOWN)
    .map((fault) => `${fault.pointer} ${fault.detail}`)
    .join('; ');
}

/** A DTO field that must be a list of `min` to `max` category paths. */
export function IsCategoryPathList(min: number, max: number): PropertyDecorator {
  return (target, key) => {
    registerDecorator({
      name: 'isCategoryPathList',
      target: target.constructor,
      propertyName: String(key),
      validator: {
        validate: (value: unknown) => categoryPathsFault(value, { min, max }) === '',
        defaultMessage: (args) => categoryPathsFault(args?.value, { min, max }),
      },
    });
  };
}

/** Returns the faults of a query parameter that should be a category path as JSON; empty if it is valid. */
function pathParameterFault(value: unknown): string {
  try {
    const path: unknown = JSON.parse(typeof value === 'string' ? value : '');
    return pathFaults(path, '')
      .map((fault) => `${fault.pointer} ${fault.detail}`.trim())
      .join('; ');
  } catch {
    return 'must be a category path as a JSON array, for example ["AI","ML"]';
  }
}

/** A query parameter that must be a category path, written as a JSON array. */
export function IsCategoryPathParameter(): PropertyDecorator {
  return (target, key) => {
    registerDecorator({
      name: 'isCategoryPathParameter',
      target: target.constructor,
      propertyName: String(key),
      validator: {
        validate: (value: unknown) => pathParameterFault(value) === '',
        defaultMessage: (args) => pathParameterFault(args?.value),
      },
    });
  };
}

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
