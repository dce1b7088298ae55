import { HeaderValue } from '../../domain/header-faults.js';
import { SecretError, secretValue } from '../secret-files.js';

/**
 * The value of a secret, read from the environment or its file at each request and never stored.
 * @param pattern of the variables that may be read, so that no secret of the server itself is sent
 * @throws SecretError
 */
export function secretOf(variable: string, pattern: RegExp): string {
  const secret = pattern.test(variable) ? secretValue(variable, process.env) : undefined;
  if (secret === undefined) throw new SecretError(variable, 'the variable with a secret is not set');
  return secret;
}

/**
 * Headers of a request with the secrets that they name.
 * @param pattern of the variables that may be read
 * @returns the headers, and the secrets in them, which a message must not repeat
 * @throws SecretError
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
