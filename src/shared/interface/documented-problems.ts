import type { OpenAPIObject } from '@nestjs/swagger';
import { documentedProblem } from './api-errors.decorator.js';
import { documentedScimError } from './scim-error.js';

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;
type Method = (typeof METHODS)[number];
type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;

/** Routes with a body that do not depend on a write: they work with a full disk. */
const READ_BY_POST =
  /^\/(?:filter\/(?:validate|test)|search|classify|chat\/run|fact-check|v1\/.*|mcp|test-sessions\/estimate)$/u;

/** Routes of a directory, whose errors have the form of SCIM. */
const OF_DIRECTORY = /^\/scim\/v2\//u;
/** Without SCIM_TOKEN they are 501. */
const DIRECTORY_STATUSES = [401, 429, 501, 503];

/** Returns the problems of a kind of route, in addition to those of its controller. */
function statusesOf(path: string, method: Method, operation: Operation): number[] {
  const isPublic = !('x-required-scope' in operation);
  const isWrite = method !== 'get';
  const body = operation.requestBody;
  const isStream = body !== undefined && 'content' in body && 'application/x-ndjson' in body.content;
  return [
    // Any request, also a probe, may be malformed, slow or too long, or have a foreign host.
    400,
    403,
    408,
    414,
    500,
    ...(isPublic ? [] : [401, 429, 503]),
    ...(OF_DIRECTORY.test(path) ? [...DIRECTORY_STATUSES, ...(isWrite ? [409] : [])] : []),
    ...(path.includes('{') ? [404] : []),
    ...(isWrite ? [415, ...(isStream ? [] : [413])] : []),
    ...(isWrite && !READ_BY_POST.test(path) ? [507] : []),
  ];
}

/**
 * Adds the common problems to each route: a refused key, a rate limit, an unreadable body, a full disk, an internal error. Defined only
 * here, so that no route lacks one.
 */
export function withCommonProblems(document: OpenAPIObject): OpenAPIObject {
  for (const [path, item] of Object.entries(document.paths))
    for (const method of METHODS) {
      const operation = item[method];
      if (operation === undefined) continue;
      const documented = OF_DIRECTORY.test(path) ? documentedScimError : documentedProblem;
      for (const status of statusesOf(path, method, operation))
        operation.responses[String(status)] ??= documented(status);
    }
  return document;
}
