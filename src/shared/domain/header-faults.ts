import { Fault, pointerToken } from './domain-error.js';

/** A text, or a secret that an environment variable holds, with what is put in front of it. */
export type HeaderValue = string | { readonly secret: string; readonly prefix: string };

/**
 * Which variables may hold the secrets of a kind of server. No setting of this server has such a name, so that none of its secrets can be
 * sent.
 */
export interface SecretNames {
  readonly pattern: RegExp;
  readonly rule: string;
}

const HEADER_NAME = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/;
const HEADER_VALUE = /^[\x20-\x7e]{0,4000}$/;
/** They frame the message; whoever could set them could smuggle a second request. */
const RESERVED_HEADERS: readonly string[] = [
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'proxy-connection',
];

/**
 * What is wrong with headers that are sent to another server.
 * @param at JSON Pointer of the object that has them
 * @param reserved further names that cannot be set, in lower case
 */
export function headerFaults(
  headers: Readonly<Record<string, HeaderValue>>,
  {
    at,
    secrets,
    reserved = [],
  }: { readonly at: string; readonly secrets: SecretNames; readonly reserved?: readonly string[] },
): Fault[] {
  const forbidden = new Set([...RESERVED_HEADERS, ...reserved]);
  return Object.entries(headers).flatMap(([name, value]) => {
    const pointer = `${at}/headers/${pointerToken(name)}`;
    if (!HEADER_NAME.test(name) || forbidden.has(name.toLowerCase()))
      return [{ pointer, detail: 'is not a header that can be set; remove it' }];
    const text = typeof value === 'string' ? value : value.prefix;
    const faults = HEADER_VALUE.test(text) ? [] : [{ pointer, detail: 'must be printable ASCII text' }];
    const isSafe = typeof value === 'string' || secrets.pattern.test(value.secret);
    return isSafe ? faults : [...faults, { pointer: `${pointer}/secret`, detail: secrets.rule }];
  });
}
