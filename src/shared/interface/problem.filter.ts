import { STATUS_CODES, validateHeaderValue } from 'node:http';
import { ArgumentsHost, Catch, ExceptionFilter, HttpException, Logger } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DomainError, ErrorKind, TryLaterError } from '../domain/domain-error.js';
import { storeFault } from '../domain/store-fault.js';
import { ProblemDto } from './problem.dto.js';
import { SCIM_TYPE, scimError } from './scim-error.js';
import { openAiError } from './openai-error.js';

/** Maps each kind of refusal to its HTTP status; the only such mapping (contract, Conventions). */
export const STATUS: Readonly<Record<ErrorKind, number>> = {
  unparsable: 400,
  unauthorised: 401,
  forbidden: 403,
  'not-found': 404,
  'too-slow': 408,
  'too-long': 414,
  conflict: 409,
  'too-large': 413,
  'unsupported-type': 415,
  invalid: 422,
  'rate-limited': 429,
  cancelled: 499,
  'timed-out': 504,
  'not-available': 501,
  'not-ready': 503,
  'no-space': 507,
};

/** Messages for errors of the framework, whose own messages may expose internals or lack a remedy. */
const FRAMEWORK_DETAIL: Readonly<Record<number, string>> = {
  400: 'The request could not be parsed: send a well-formed body and URL.',
  404: 'There is no such route; the routes are listed in /openapi.json.',
  405: 'This route does not take that method; the routes are listed in /openapi.json.',
  413: 'The request body is too large: at most 11 MB for /documents and 1 MB elsewhere.',
  414: 'The URL is too long.',
  415: 'This route does not take that content type; /openapi.json says which it takes.',
  429: 'Too many requests: wait for the seconds that Retry-After gives.',
};

export const PROBLEM_TYPE = 'application/problem+json; charset=utf-8';

/** Ways of authentication, which every 401 names (RFC 9110). A key may be sent as X-API-Key as well. */
const CHALLENGE = 'Bearer realm="touchstone"';

export type Problem = Readonly<ProblemDto>;

export function problem(
  status: number,
  code: string,
  detail: string,
  where: { instance: string; requestId: string },
): Problem {
  return {
    type: `urn:touchstone:problem:${code}`,
    title: STATUS_CODES[status] ?? (status === 499 ? 'Client Closed Request' : 'Error'),
    status,
    detail,
    instance: where.instance,
    request_id: where.requestId,
  };
}

function statusOf(error: unknown): number | undefined {
  if (error instanceof HttpException) return error.getStatus();
  if (typeof error !== 'object' || error === null || !('statusCode' in error)) return undefined;
  return typeof error.statusCode === 'number' ? error.statusCode : undefined;
}

/** Origin of a problem: the path without its query, and the request id. */
export function problemPlace(request: FastifyRequest): { instance: string; requestId: string } {
  return { instance: request.url.split('?')[0] ?? '/', requestId: request.id };
}

const logger = new Logger('problem');

/** Converts an error to the problem for the client. An unexpected error is logged completely and returned as 500 without details. */
export function describeProblem(thrown: unknown, where: { instance: string; requestId: string }): Problem {
  const error = storeFault(thrown) ?? thrown;
  if (error instanceof DomainError) {
    const base = problem(STATUS[error.kind], error.code, error.message, where);
    return error.faults.length > 0 ? { ...base, errors: [...error.faults] } : base;
  }
  const status = statusOf(error);
  if (status !== undefined && status >= 400 && status < 500) {
    const code = (STATUS_CODES[status] ?? 'error').toLowerCase().replaceAll(' ', '-');
    return problem(status, code, FRAMEWORK_DETAIL[status] ?? 'The request was refused.', where);
  }
  logger.error({ err: error, request_id: where.requestId }, 'unexpected error');
  return problem(
    500,
    'internal',
    'An unexpected error happened; it is in the server log under this request_id.',
    where,
  );
}

/** A header that cannot be written, such as one with Korean characters, would fail the problem as it failed the answer. */
function removeUnwritable(reply: FastifyReply): void {
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    try {
      validateHeaderValue(name, String(value));
    } catch {
      reply.removeHeader(name);
    }
  }
}

/** Answers a request with an error, unless it has been answered. */
export function answerProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const answer = describeProblem(error, problemPlace(request));
  if (reply.sent || reply.raw.headersSent) return;
  removeUnwritable(reply);
  const later = storeFault(error) ?? error;
  if (later instanceof TryLaterError) void reply.header('retry-after', String(later.retryAfterS));
  // A route may have named a more precise one.
  if (answer.status === STATUS.unauthorised && !reply.hasHeader('www-authenticate'))
    void reply.header('www-authenticate', CHALLENGE);
  const forScim = scimError(answer);
  if (forScim !== undefined) {
    void reply.status(Number(forScim.status)).header('content-type', SCIM_TYPE).send(JSON.stringify(forScim));
    return;
  }
  const forOpenAi = openAiError(answer);
  const body = forOpenAi === undefined ? answer : { ...answer, error: forOpenAi };
  void reply.status(answer.status).header('content-type', PROBLEM_TYPE).send(JSON.stringify(body));
}

/** Turns every error of a route into application/problem+json. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    answerProblem(error, http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>());
  }
}
