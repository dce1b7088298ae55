import { serverUrl } from '../parts/base-path.js';
import { apiKey } from './key.js';
import { readSession } from './session.js';
import { list, nullable, number, object, type Shape, ShapeError, text } from './shape.js';

const Problem = object({
  type: nullable(text),
  status: nullable(number),
  detail: nullable(text),
  request_id: nullable(text),
  errors: nullable(list(object({ pointer: text, detail: text }))),
});

/** Reason of a failed call. */
export class CallError extends Error {
  /** 0 if no server answered. */
  readonly status: number;
  /** Code of the problem; empty if the answer does not come from this server. */
  readonly code: string;
  readonly requestId: string | null;
  /** Seconds until a retry. */
  readonly retryAfter: string | null;
  readonly faults: readonly { readonly pointer: string; readonly detail: string }[];

  constructor(
    detail: string,
    problem: Partial<Pick<CallError, 'status' | 'code' | 'requestId' | 'retryAfter' | 'faults'>> = {},
  ) {
    super(detail);
    this.status = problem.status ?? 0;
    this.code = problem.code ?? '';
    this.requestId = problem.requestId ?? null;
    this.retryAfter = problem.retryAfter ?? null;
    this.faults = problem.faults ?? [];
  }
}

/** Headers of every request. */
export function keyHeader(): Record<string, string> {
  const key = apiKey();
  return key === '' ? {} : { 'x-api-key': key };
}

/** Headers of a changing request: without a key the session of the browser counts, which needs its token against forged requests. */
export async function changingHeaders(): Promise<Record<string, string>> {
  const { csrf_token: token } = apiKey() === '' ? await readSession() : { csrf_token: null };
  return { ...keyHeader(), ...(token === null ? {} : { 'x-csrf-token': token }) };
}

/** The problem in a response. */
export function problemOf(status: number, body: string, retryAfter: string | null): CallError {
  try {
    const problem = Problem(JSON.parse(body), '');
    return new CallError(problem.detail ?? `HTTP ${status}`, {
      status,
      code: problem.type?.split(':').pop() ?? '',
      requestId: problem.request_id,
      retryAfter,
      faults: problem.errors ?? [],
    });
  } catch {
    return new CallError(`HTTP ${status}`, { status, retryAfter });
  }
}

/** The response in the expected shape. @throws CallError for another shape */
export function readAs<T>(shape: Shape<T>, body: string): T {
  try {
    return shape(JSON.parse(body), '');
  } catch (error) {
    if (error instanceof ShapeError || error instanceof SyntaxError) throw new CallError(error.message);
    throw error;
  }
}

export interface Sent {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly body?: unknown;
  readonly accept?: string;
  readonly signal?: AbortSignal | undefined;
}

/** Sends a request with the key of this tab. @throws CallError for every status other than success */
export async function send(path: string, { method, body, accept, signal }: Sent = {}): Promise<Response> {
  const isChange = (method ?? (body === undefined ? 'GET' : 'POST')) !== 'GET';
  const known = isChange ? await changingHeaders() : keyHeader();
  const headers = { ...known, accept: accept ?? 'application/json' };
  const response = await fetch(serverUrl(path), {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal === undefined ? {} : { signal }),
  }).catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new CallError('');
  });
  if (!response.ok) throw problemOf(response.status, await response.text(), response.headers.get('retry-after'));
  return response;
}

/** JSON response of a route in the expected shape. @throws CallError */
export async function call<T>(path: string, shape: Shape<T>, sent: Sent = {}): Promise<T> {
  const response = await send(path, sent);
  return readAs(shape, await response.text());
}

/** `?a=1&b=2` of the given parameters. */
export function query(parameters: Readonly<Record<string, string | number | null | undefined>>): string {
  const given = Object.entries(parameters).flatMap(([name, value]): [string, string][] =>
    value === null || value === undefined || value === '' ? [] : [[name, String(value)]],
  );
  return given.length === 0 ? '' : `?${new URLSearchParams(given).toString()}`;
}
