import type { Fault } from '../domain/domain-error.js';

/** The fields of a problem that are used. */
export interface RefusedRequest {
  readonly type: string;
  readonly status: number;
  readonly detail: string;
  /** Path of the request. */
  readonly instance: string;
  readonly errors?: readonly Fault[];
}

/** The error of a problem in OpenAI's format, in addition to the problem's own fields. */
export interface OpenAiError {
  readonly message: string;
  readonly type: string;
  /** The field at fault, for example `messages[0].role`. */
  readonly param: string | null;
  readonly code: string;
}

const TYPES: Readonly<Record<number, string>> = {
  401: 'authentication_error',
  403: 'permission_error',
  429: 'rate_limit_error',
};
const CODES: Readonly<Record<number, string>> = { 401: 'invalid_api_key', 429: 'rate_limit_exceeded' };
/** Routes whose only name in the body is that of a model. */
const WITH_MODEL = new Set(['/v1/chat/completions', '/v1/responses', '/v1/embeddings']);

/** `/messages/0/role` as `messages[0].role`. */
function paramOf(pointer: string | undefined): string | null {
  if (pointer === undefined || pointer === '') return null;
  return pointer
    .slice(1)
    .split('/')
    .map((token, i) => (/^\d+$/.test(token) ? `[${token}]` : `${i === 0 ? '' : '.'}${token}`))
    .join('');
}

/** Returns the error in OpenAI's format; undefined outside /v1. */
export function openAiError({ status, detail, type, instance, errors }: RefusedRequest): OpenAiError | undefined {
  if (!instance.startsWith('/v1/')) return undefined;
  const isOfModel = WITH_MODEL.has(instance) || instance.startsWith('/v1/models/');
  // A fault that names a field is about that field.
  const noModel = status === 404 && isOfModel && errors === undefined;
  const param = noModel ? 'model' : paramOf(errors?.[0]?.pointer);
  const known = noModel
    ? 'model_not_found'
    : status === 404 && param !== null
      ? `${param.replace(/_id$/u, '')}_not_found`
      : CODES[status];
  return {
    message: detail,
    type: TYPES[status] ?? (status >= 500 ? 'server_error' : 'invalid_request_error'),
    param,
    code: known ?? type.slice(type.lastIndexOf(':') + 1).replaceAll('-', '_'),
  };
}
