import { type ArgumentMetadata, ValidationPipe, type ValidationError } from '@nestjs/common';
import type { ValidatorOptions } from 'class-validator';
import { DomainError, Fault, InvalidInputError, unknownField, pointerToken } from '../domain/domain-error.js';
import { dtoExcess, withoutStrangers } from './dto-limits.js';

const EACH = 'each value in ';

/** The validator's own texts begin with the field's name, which the pointer has already. */
function withoutName(detail: string, name: string): string {
  const each = detail.startsWith(EACH) ? EACH : '';
  return detail.startsWith(`${name} `, each.length) ? each + detail.slice(each.length + name.length + 1) : detail;
}

/** Flattens the errors of class-validator into faults with JSON Pointers. */
export function toFaults(errors: readonly ValidationError[], prefix = ''): Fault[] {
  return errors.flatMap((error) => {
    const pointer = `${prefix}/${pointerToken(error.property)}`;
    const constraints = error.constraints ?? {};
    const own =
      'whitelistValidation' in constraints
        ? [unknownField(pointer)]
        : Object.values(constraints).map((detail) => ({
            pointer,
            detail: withoutName(detail, error.property),
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

const NUL = '\0';

/** Text that a store cannot return unchanged: PostgreSQL stores no NUL, and a lone surrogate becomes another character in UTF-8. */
function textFault(text: string): string | undefined {
  if (text.includes(NUL)) return 'must not hold the character NUL';
  return text.isWellFormed() ? undefined : 'must be whole Unicode characters, without lone surrogates';
}

/**
 * Returns the locations of values or member names that one of the stores cannot store. Every store refuses them, so that a store can be
 * migrated.
 */
export function unstorableFaults(value: unknown): Fault[] {
  const faults: Fault[] = [];
  // An explicit stack: bodies may be nested deeper than the call stack allows.
  const waiting: [pointer: string, value: unknown][] = [['', value]];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [pointer, held] = next;
    const own = typeof held === 'string' ? textFault(held) : undefined;
    if (own !== undefined) faults.push({ pointer, detail: own });
    // Skip bytes and streams.
    if (typeof held !== 'object' || held === null || ArrayBuffer.isView(held) || Symbol.asyncIterator in held) continue;
    for (const [name, member] of Object.entries(held)) {
      const at = `${pointer}/${pointerToken(name.toWellFormed())}`;
      const fault = textFault(name);
      if (fault !== undefined) faults.push({ pointer: at, detail: `the name ${fault}` });
      waiting.push([at, member]);
    }
  }
  return faults;
}

/** Returns the faults of a body that a route parses itself: those of its class, otherwise unstorable text. */
export function faultsOf(errors: readonly ValidationError[], value: unknown): Fault[] {
  const faults = toFaults(errors);
  return faults.length > 0 ? faults : unstorableFaults(value);
}

/** Refuses unstorable text and bodies that are too expensive to validate. */
class StorableValuesPipe extends ValidationPipe {
  protected override validate(dto: object, options?: ValidatorOptions): Promise<ValidationError[]> | ValidationError[] {
    const excess = dtoExcess(dto, 'refuse');
    if (excess !== undefined) throw new InvalidInputError([excess]);
    return super.validate(dto, options);
  }

  override async transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    const { metatype } = metadata;
    const fields = metatype === undefined || metadata.type !== 'body' ? value : withoutStrangers(metatype, value);
    const read: unknown = await super.transform(fields, metadata);
    if (metadata.type === 'param' && typeof value === 'string' && value.includes(NUL))
      throw new DomainError('not-found', 'not-found', 'Identifiers must not contain the NUL character.');
    const faults = metadata.type === 'body' || metadata.type === 'query' ? unstorableFaults(value) : [];
    if (faults.length > 0) throw new InvalidInputError(faults);
    return read;
  }
}

/** Unknown fields are an error; every fault is reported at once; values are not converted implicitly. */
export function validationPipe(): ValidationPipe {
  return new StorableValuesPipe({
    transform: true,
    whitelist: true,
    forbidNonWhitelisted: true,
    forbidUnknownValues: true,
    stopAtFirstError: false,
    validationError: { target: false, value: false },
    exceptionFactory: asDomainError,
  });
}
