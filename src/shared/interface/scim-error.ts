import { getSchemaPath } from '@nestjs/swagger';
import { documentedProblem } from './api-errors.decorator.js';
import type { RefusedRequest } from './openai-error.js';
import { ScimErrorDto } from './problem.dto.js';

export const SCIM_TYPE = 'application/scim+json; charset=utf-8';
const SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:Error';

const INVALID = 422;

function typeOf({ status, errors }: RefusedRequest): string | undefined {
  if (status === 409) return 'uniqueness';
  if (status === 400) return 'invalidSyntax';
  if (status !== INVALID) return undefined;
  const pointer = errors?.[0]?.pointer ?? '';
  if (pointer === '/filter') return 'invalidFilter';
  return pointer.endsWith('/path') ? 'invalidPath' : 'invalidValue';
}

/** Returns the error in the format of SCIM; undefined outside /scim/v2. Clients of SCIM know no 422, which becomes 400. */
export function scimError(refused: RefusedRequest): ScimErrorDto | undefined {
  if (!refused.instance.startsWith('/scim/v2')) return undefined;
  const scimType = typeOf(refused);
  const status = String(refused.status === INVALID ? 400 : refused.status);
  return { schemas: [SCHEMA], status, ...(scimType === undefined ? {} : { scimType }), detail: refused.detail };
}

/** The description of an error in the form of SCIM. */
export function documentedScimError(status: number): ReturnType<typeof documentedProblem> {
  const { description } = documentedProblem(status);
  return { description, content: { 'application/scim+json': { schema: { $ref: getSchemaPath(ScimErrorDto) } } } };
}
