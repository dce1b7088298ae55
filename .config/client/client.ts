import createClient, { type Client } from 'openapi-fetch';
import type { components, paths } from './schema.js';

/** Bodies and answers by their names in the document, for example `Schemas['ChatResponseDto']`. */
export type Schemas = components['schemas'];

/**
 * A client of one server: every path, field and answer is checked by the compiler. A call gives `{ data }` or, for a refused
 * request, `{ error }` with the problem.
 * @param server address, and a key if the server requires one
 */
export function touchstone(server: { readonly baseUrl: string; readonly key?: string | undefined }): Client<paths> {
  const headers: Record<string, string> = server.key === undefined ? {} : { 'x-api-key': server.key };
  return createClient<paths>({ baseUrl: server.baseUrl, headers });
}
