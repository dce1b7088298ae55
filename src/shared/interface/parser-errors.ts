import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { randomUUID } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { problem, PROBLEM_TYPE } from './problem.filter.js';

const DETAIL: Readonly<Record<number, string>> = {
  400: 'The request is not well-formed HTTP, or its URL is not properly percent-encoded.',
  408: 'The request took too long to arrive.',
  414: 'The URL is too long, or a name in it is; shorten it.',
  431: 'The request headers are too large; 16 KB is the limit.',
};

function statusOf(error: unknown): number {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  if (code === 'HPE_HEADER_OVERFLOW') return 431;
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400;
}

/** Errors of the HTTP parser itself come before any request exists; the answer is written to the socket. */
export function answerClientError(error: unknown, socket: Socket): void {
  if (socket.destroyed || !socket.writable) return;
  const status = statusOf(error);
  const body = JSON.stringify(
    problem(status, 'unparsable', DETAIL[status] ?? 'The request was refused.', {
      instance: '/',
      requestId: randomUUID(),
    }),
  );
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\ncontent-type: ${PROBLEM_TYPE}\r\nx-content-type-options: nosniff\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  );
}

/** Where the path holds a parameter that is longer than any id. */
const TOO_LONG = 'FST_ERR_MAX_PARAM_LENGTH';

/** Errors of the router: a URL that is not properly encoded, or a name in it that is too long. No hook has run, so headers are set here. */
export function answerFrameworkError(error: Error, request: FastifyRequest, reply: FastifyReply): void {
  const status = 'code' in error && error.code === TOO_LONG ? 414 : 400;
  const answer = problem(status, 'unparsable', DETAIL[status] ?? '', { instance: '/', requestId: request.id });
  void reply
    .status(status)
    .headers({ 'content-type': PROBLEM_TYPE, 'x-content-type-options': 'nosniff', 'x-request-id': request.id })
    .send(JSON.stringify(answer));
}
