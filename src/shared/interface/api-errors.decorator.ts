import { applyDecorators } from '@nestjs/common';
import { ApiExtraModels, ApiResponse, getSchemaPath } from '@nestjs/swagger';
import { ProblemDto } from './problem.dto.js';

const MEANING: Readonly<Record<number, string>> = {
  400: 'The body or URL cannot be parsed.',
  401: 'No key, or one that is not known.',
  403: 'The key lacks the scope, the filter was refused, or the Host or Origin is not one of this server.',
  404: 'Not known, or not visible to this caller.',
  406: 'Accept names no type that this route gives.',
  408: 'The head or the body took too long to arrive.',
  409: 'In conflict with what is stored.',
  413: 'Too large.',
  414: 'The address is too long.',
  415: 'Wrong content type.',
  422: 'A value is not valid; errors lists every field at fault.',
  429: 'Too many requests; see Retry-After.',
  500: 'An unexpected fault; the server log has it under the request_id.',
  501: 'This feature is switched off or not part of this version.',
  503: 'Not ready, beyond capacity, or the store is locked; see Retry-After.',
  504: 'A step exceeded its time limit.',
  507: 'The disk is full; nothing was stored, reads continue.',
};

/** Any route may be refused temporarily. */
const BEYOND_CAPACITY = 503;

/** The description of a problem answer. */
export function documentedProblem(status: number): {
  readonly description: string;
  readonly content: Record<string, { readonly schema: { readonly $ref: string } }>;
} {
  return {
    description: MEANING[status] ?? 'Refused.',
    content: { 'application/problem+json': { schema: { $ref: getSchemaPath(ProblemDto) } } },
  };
}

/** Documents the problem answers that are specific to a route; `withCommonProblems` adds the common ones. */
export function ApiProblems(...statuses: number[]): ClassDecorator & MethodDecorator {
  return applyDecorators(
    ApiExtraModels(ProblemDto),
    ...[...new Set([...statuses, BEYOND_CAPACITY])].map((status) =>
      ApiResponse({ status, ...documentedProblem(status) }),
    ),
  );
}
