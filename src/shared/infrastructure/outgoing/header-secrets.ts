import { HeaderValue } from '../../domain/header-faults.js';

/** The variable that a header names has no value. The name of the variable is only for the log. */
export class UnsetSecretError extends Error {
  constructor(readonly variable: string) {
    super(`The variable ${variable} with a secret is not set.`);
    this.name = 'UnsetSecretError';
  }
}

/**
 * The value of a secret, read from the environment at each request and never stored.
 * @param pattern of the variables that may be read, so that no secret of the server itself is sent
 * @throws UnsetSecretError
 */
export function secretOf(variable: string, pattern: RegExp): string {
  const secret = pattern.test(variable) ? process.env[variable] : undefined;
  if (secret === undefined || secret === '') throw new UnsetSecretError(variable);
  return secret;
}

/**
 * Headers of a request with the secrets that they name.
 * @param pattern of the variables that may be read
 * @returns the headers, and the secrets in them, which a message must not repeat
 * @throws UnsetSecretError
 * @example headersWithSecrets({ Authorization: { secret: 'SOURCE_SECRET_WIKI', prefix: 'Bearer ' } }, /^SOURCE_SECRET_[A-Z]+$/)
 */
export function headersWithSecrets(
  values: Readonly<Record<string, HeaderValue>>,
  pattern: RegExp,
): { readonly headers: Headers; readonly secrets: readonly string[] } {
  const headers = new Headers();
  const secrets: string[] = [];
  for (const [name, value] of Object.entries(values)) {
    if (typeof value === 'string') {
      headers.set(name, value);
      continue;
    }
    const secret = secretOf(value.secret, pattern);
    secrets.push(secret);
    headers.set(name, `${value.prefix}${secret}`);
  }
  return { headers, secrets };
}
