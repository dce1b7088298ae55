import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import type { OpenApiDocument } from './open-api.js';
import { ResponseCheck } from './response-check.js';

type Inject = (options: InjectOptions) => Promise<LightMyRequestResponse>;

/** One check serves all applications of a process: no setting changes the document. */
let check: Promise<ResponseCheck> | undefined;

async function readDocument(inject: Inject): Promise<ResponseCheck> {
  const { body } = await inject({ method: 'GET', url: '/openapi.json' });
  return new ResponseCheck(JSON.parse(body) as OpenApiDocument);
}

/** Whether a payload is sent as JSON: no text, bytes or stream. */
function isPlainObject(payload: unknown): boolean {
  if (typeof payload !== 'object' || payload === null) return false;
  return Array.isArray(payload) || Object.getPrototypeOf(payload) === Object.prototype;
}

/** Compares a response and its request with /openapi.json. @throws Error with what differs, a line each */
export async function assertDescribed(
  inject: Inject,
  { method = 'GET', url = '/', payload }: InjectOptions,
  response: LightMyRequestResponse,
): Promise<void> {
  check ??= readDocument(inject);
  const faults = (await check).faultsOf({
    method,
    url: typeof url === 'string' ? url : '/',
    status: response.statusCode,
    contentType: response.headers['content-type']?.toString(),
    body: response.body,
    ...(isPlainObject(payload) ? { sent: JSON.stringify(payload) } : {}),
  });
  if (faults.length > 0) throw new Error(`The OpenAPI document does not describe a response.\n${faults.join('\n')}`);
}
