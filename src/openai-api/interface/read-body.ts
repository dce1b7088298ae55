import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { InvalidInputError } from '../../shared/domain/domain-error.js';
import { dtoExcess, withoutStrangers } from '../../shared/interface/dto-limits.js';
import { faultsOf } from '../../shared/interface/validation.js';

/**
 * Reads a body of an external protocol (OpenAI, JSON-RPC). Unknown fields are dropped; other routes reject them.
 * @throws InvalidInputError (422) that lists every invalid field
 */
export function readTolerantly<T extends object>(type: new () => T, body: unknown): T {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new InvalidInputError([{ pointer: '', detail: 'the body must be a JSON object' }]);
  }
  const request = plainToInstance(type, withoutStrangers(type, body));
  const excess = dtoExcess(request, 'drop');
  if (excess !== undefined) throw new InvalidInputError([excess]);
  const faults = faultsOf(validateSync(request, { whitelist: true }), request);
  if (faults.length > 0) throw new InvalidInputError(faults);
  return request;
}
