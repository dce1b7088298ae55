import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { randomUUID } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { problem, PROBLEM_TYPE } from './problem.filter.js';

const DETAIL: Readonly<Record<number, string>> = {
  400: 'The request is not well-formed HTTP, or its URL is not properly percent-encoded.',
  408: 'The request took too long to arrive.',
  414: 'The URL is too long.',
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
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\ncontent-type: ${PROBLEM_TYPE}\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  );
}

/** Errors of the router, such as a URL that is not properly encoded. */
export function answerFrameworkError(_error: Error, request: FastifyRequest, reply: FastifyReply): void {
  const answer = problem(400, 'unparsable', DETAIL[400] ?? '', { instance: '/', requestId: request.id });
  void reply.status(400).header('content-type', PROBLEM_TYPE).send(JSON.stringify(answer));
}
