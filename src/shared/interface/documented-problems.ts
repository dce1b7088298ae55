import type { OpenAPIObject } from '@nestjs/swagger';
import { documentedProblem } from './api-errors.decorator.js';

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;
type Method = (typeof METHODS)[number];
type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;

/** Routes that take a body and store nothing that their answer needs: a full disk does not refuse them. */
const READ_BY_POST =
  /^\/(?:filter\/(?:validate|test)|search|classify|chat\/run|fact-check|v1\/.*|mcp|test-sessions\/estimate)$/u;

/** What any route of a kind may answer, besides what its controller says. */
function statusesOf(path: string, method: Method, operation: Operation): number[] {
  const isPublic = !('x-required-scope' in operation);
  const isWrite = method !== 'get';
  const body = operation.requestBody;
  const isStream = body !== undefined && 'content' in body && 'application/x-ndjson' in body.content;
  return [
    // Any request may be malformed, slow or too long, or come under a foreign name, a probe's too.
    400,
    403,
    408,
    414,
    500,
    ...(isPublic ? [] : [401, 429, 503]),
    ...(path.includes('{') ? [404] : []),
    ...(isWrite ? [415, ...(isStream ? [] : [413])] : []),
    ...(isWrite && !READ_BY_POST.test(path) ? [507] : []),
  ];
}

/**
 * Adds to each route what all of its kind may answer: a key or limit that is refused, a body that cannot be read, a full disk, a fault
 * of the server. Said once here, so that no route forgets one.
 */
export function withCommonProblems(document: OpenAPIObject): OpenAPIObject {
  for (const [path, item] of Object.entries(document.paths))
    for (const method of METHODS) {
      const operation = item[method];
      if (operation === undefined) continue;
      for (const status of statusesOf(path, method, operation))
        operation.responses[String(status)] ??= documentedProblem(status);
    }
  return document;
}
