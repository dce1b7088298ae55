import { serverUrl } from '../parts/place.js';
import { readSession } from './session.js';
import { list, nullable, number, object, type Shape, ShapeError, text } from './shape.js';
import { useSyncExternalStore } from '../parts/external-store.js';

/** The key is stored for this tab only, and deleted with it. */
const ITEM = 'touchstone.api-key';
const listeners = new Set<() => void>();

function apiKey(): string {
  return sessionStorage.getItem(ITEM) ?? '';
}

export function setApiKey(key: string): void {
  if (key === '') sessionStorage.removeItem(ITEM);
  else sessionStorage.setItem(ITEM, key);
  for (const tell of listeners) tell();
}

function onKeyChange(tell: () => void): () => void {
  listeners.add(tell);
  return () => listeners.delete(tell);
}

/** The key; renders again when it changes. */
export const useApiKey = (): string => useSyncExternalStore(onKeyChange, apiKey);

const Problem = object({
  status: nullable(number),
  detail: nullable(text),
  request_id: nullable(text),
  errors: nullable(list(object({ pointer: text, detail: text }))),
});

/** Reason of a failed call. */
export class CallError extends Error {
  /** 0 if no server answered. */
  readonly status: number;
  readonly requestId: string | null;
  /** Seconds until a retry. */
  readonly retryAfter: string | null;
  readonly faults: readonly { readonly pointer: string; readonly detail: string }[];

  constructor(
    detail: string,
    problem: Partial<Pick<CallError, 'status' | 'requestId' | 'retryAfter' | 'faults'>> = {},
  ) {
    super(detail);
    this.status = problem.status ?? 0;
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

/** How long the browser may take to open a file. */
const OPENING_MS = 60_000;

async function fetched(path: string, type?: string): Promise<{ readonly url: string; readonly name: string }> {
  const response = await send(path, { accept: '*/*' });
  const header = response.headers.get('content-disposition') ?? '';
  const name = /filename\*=UTF-8''([^;]+)/u.exec(header)?.[1];
  const blob = await response.blob();
  const url = URL.createObjectURL(type === undefined ? blob : new Blob([blob], { type }));
  setTimeout(() => URL.revokeObjectURL(url), OPENING_MS);
  return { url, name: name === undefined ? 'download' : decodeURIComponent(name) };
}

/** Saves a file of the API. A plain link could not send the key. @throws CallError */
export async function download(path: string): Promise<void> {
  const { url, name } = await fetched(path);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
}

/** Opens a PDF in a new tab at a page. Its type is fixed, so that no other file runs in the origin of these pages. @throws CallError */
export async function openPdf(path: string, page: number): Promise<void> {
  const { url } = await fetched(path, 'application/pdf');
  window.open(`${url}#page=${page}`, '_blank', 'noopener');
}
