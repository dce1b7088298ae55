import { Transform } from 'class-transformer';
import { isLoopbackName } from '../shared/domain/host-name.js';
import {
  IsBoolean,
  IsIn,
  IsInt,
  IsNumber,
  IsOptional,
  IsString,
  IsUrl,
  Max,
  MaxLength,
  Min,
  ValidateBy,
} from 'class-validator';

/** A number from text. */
export const asNumber = () =>
  Transform(({ value }: { value: unknown }) =>
    typeof value === 'string' && value.trim() !== '' ? Number(value) : value,
  );
const asBoolean = () =>
  Transform(({ value }: { value: unknown }) => (value === 'true' ? true : value === 'false' ? false : value));
/** One of several words. */
export const oneOf = (values: readonly string[]) => IsIn(values, { message: `takes one of ${values.join(', ')}` });
/** An integer in a range. */
export const wholeNumber =
  (min: number, max: number): PropertyDecorator =>
  (target, key) => {
    const message = `takes a whole number from ${min} to ${max}`;
    asNumber()(target, key);
    for (const decorate of [IsInt({ message }), Min(min, { message }), Max(max, { message })]) decorate(target, key);
  };
/** A boolean. */
export const trueOrFalse = (): PropertyDecorator => (target, key) => {
  asBoolean()(target, key);
  IsBoolean({ message: 'takes true or false' })(target, key);
};
/** An amount of money; undefined if unset. */
export const dollars = (): PropertyDecorator => (target, key) => {
  const message = 'takes an amount of US dollars such as 0.05; 0 or more';
  asNumber()(target, key);
  for (const decorate of [IsOptional(), IsNumber({}, { message }), Min(0, { message })]) decorate(target, key);
};
/** A prefix for texts; undefined if unset. */
export const textPrefix = (): PropertyDecorator => (target, key) => {
  const message = 'takes up to 500 characters that are written before each text, or none';
  for (const decorate of [IsOptional(), IsString({ message }), MaxLength(500, { message })]) decorate(target, key);
};
/** The URL of a server. */
export const httpUrl = () =>
  IsUrl(
    { require_tld: false, require_protocol: true, protocols: ['http', 'https'] },
    { message: 'takes an http(s) URL' },
  );

/** Comma-separated values. */
export const commaList = () =>
  Transform(({ value }: { value: unknown }) =>
    typeof value === 'string'
      ? value
          .split(',')
          .map((o) => o.trim())
          .filter((o) => o !== '')
      : value,
  );

function isIssuer(value: unknown): boolean {
  if (typeof value !== 'string' || !URL.canParse(value)) return false;
  const { protocol, username, password, search, hash, hostname } = new URL(value);
  if (username + password + search + hash !== '') return false;
  return protocol === 'https:' || (protocol === 'http:' && isLoopbackName(hostname));
}

/** The issuer of an OpenID provider: tokens that travel without TLS could be read and changed. */
export const issuerUrl = (): PropertyDecorator => {
  const message = 'takes the https URL of an OpenID provider, without query; http only on a loopback address';
  return ValidateBy({ name: 'issuer', validator: { validate: isIssuer, defaultMessage: () => message } });
};

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
