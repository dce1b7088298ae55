import { ValidationPipe, type ValidationError } from '@nestjs/common';
import { DomainError, Fault, InvalidInputError } from '../domain/domain-error.js';

/** Escapes a member name for a JSON Pointer (RFC 6901). */
function token(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** Flattens the errors of class-validator into faults with JSON Pointers. */
export function toFaults(errors: readonly ValidationError[], prefix = ''): Fault[] {
  return errors.flatMap((error) => {
    const pointer = `${prefix}/${token(error.property)}`;
    const constraints = error.constraints ?? {};
    const own =
      'whitelistValidation' in constraints
        ? [{ pointer, detail: 'is not a known field: remove it or correct its name' }]
        : Object.values(constraints).map((detail) => ({
            pointer,
            detail: detail.replace(new RegExp(`^(each value in )?${error.property} `), '$1'),
          }));
    return [...own, ...toFaults(error.children ?? [], pointer)];
  });
}

function asDomainError(errors: readonly ValidationError[]): DomainError {
  const faults = toFaults(errors);
  if (faults.length === 0 || (faults.length === 1 && errors[0]?.property === undefined)) {
    return new InvalidInputError([{ pointer: '', detail: 'the body must be a JSON object' }]);
  }
  return new InvalidInputError(faults);
}

/** Unknown fields are an error; every fault is reported at once; values are not converted behind the caller's back. */
export function validationPipe(): ValidationPipe {
  return new ValidationPipe({
    transform: true,
    whitelist: true,
    forbidNonWhitelisted: true,
    forbidUnknownValues: true,
    stopAtFirstError: false,
    validationError: { target: false, value: false },
    exceptionFactory: asDomainError,
  });
}
