import { z } from 'zod';
import { isLoopbackName } from '../shared/domain/host-name.js';

// Values of the environment are texts; each of these reads one kind of them, and refuses others with one sentence.

/** A number that fulfils a condition. */
export const numberThat = (isRight: (value: number) => boolean, message: string) =>
  z
    .string()
    .transform((text) => (text.trim() === '' ? Number.NaN : Number(text)))
    .refine((value) => Number.isFinite(value) && isRight(value), message);
/** An integer in a range. */
export const wholeNumber = (min: number, max: number) =>
  numberThat(
    (value) => Number.isInteger(value) && value >= min && value <= max,
    `takes a whole number from ${min} to ${max}`,
  );
/** An amount of money. */
export const dollars = () => numberThat((value) => value >= 0, 'takes an amount of US dollars such as 0.05; 0 or more');
/** One of several words. */
export const oneOf = <const Words extends readonly string[]>(words: Words) =>
  z.enum(words, `takes one of ${words.join(', ')}`);
/** A boolean. */
export const trueOrFalse = () => z.enum(['true', 'false'], 'takes true or false').transform((text) => text === 'true');
/** A secret with a least length. */
export const secret = (least: number) => z.string().min(least, `takes a secret of at least ${least} characters`);
/** A prefix for texts. */
export const textPrefix = () =>
  z.string().max(500, 'takes up to 500 characters that are written before each text, or none');
/** The URL of a server. */
export const httpUrl = () =>
  z.string().refine((text) => /^https?:\/\/\S+$/iu.test(text) && URL.canParse(text), 'takes an http(s) URL');

/** `name=value`; the name is a token of RFC 9110. */
const HEADER = /^\s*[\w!#$%&'*+.^`|~-]+\s*=[\x20-\x7e]+$/u;
/** Headers as OpenTelemetry writes them. */
export const headerList = () =>
  z
    .string()
    .refine(
      (text) => text.split(',').every((pair) => HEADER.test(pair)),
      'takes name=value pairs of headers, separated by commas',
    );

/** Values that OpenTelemetry's instrumentations know, but not those that promise content in events. */
export const contentCapture = () => oneOf(['false', 'true', 'NO_CONTENT', 'SPAN_ONLY']);
/** Whether spans contain the texts of questions, passages and answers. */
export const tracesContent = (setting: string): boolean => setting === 'true' || setting === 'SPAN_ONLY';

/** Comma-separated values, each of which fulfils a condition. */
export const commaList = (isRight: (value: string) => boolean, message: string) =>
  z
    .string()
    .transform((text) => text.split(',').flatMap((value) => value.trim() || []))
    .refine((values) => values.every(isRight), message);

function isIssuer(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, username, password, search, hash, hostname } = new URL(value);
  if (username + password + search + hash !== '') return false;
  return protocol === 'https:' || (protocol === 'http:' && isLoopbackName(hostname));
}

/** The issuer of an OpenID provider: tokens that travel without TLS could be read and changed. */
export const issuerUrl = () =>
  z
    .string()
    .refine(isIssuer, 'takes the https URL of an OpenID provider, without query; http only on a loopback address');

/** Settings of sign-in that lack others. A fixed PUBLIC_URL keeps the name in a request out of every address that a person is sent to. */
export function signInContradictions(env: {
  readonly AUTH_MODE: string;
  readonly OIDC_ISSUER?: string;
  readonly OIDC_CLIENT_ID?: string;
  readonly OIDC_CLIENT_SECRET?: string;
  readonly PUBLIC_URL?: string;
}): string[] {
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, PUBLIC_URL } = env;
  const needed = { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, PUBLIC_URL };
  if ([OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET].every((value) => value === undefined)) return [];
  const lines = Object.entries(needed).flatMap(([name, value]) =>
    value === undefined ? [`${name}: sign-in by OpenID Connect needs it; set all four, or none`] : [],
  );
  if (env.AUTH_MODE !== 'api-key') lines.push('AUTH_MODE: OIDC_ISSUER needs it; use AUTH_MODE=api-key');
  return lines;
}
