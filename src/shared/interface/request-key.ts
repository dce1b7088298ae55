import type { FastifyRequest } from 'fastify';

/** The key of a request: `X-API-Key`, or `Authorization: Bearer`. */
export function keyOf(request: FastifyRequest): string | undefined {
  const header = request.headers['x-api-key'];
  if (typeof header === 'string') return header;
  return /^Bearer\s+(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
}
