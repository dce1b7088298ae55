import { readFileSync } from 'node:fs';

type Variables = Readonly<Record<string, string | undefined>>;

/** Settings with a secret, or with a URL that may contain one. */
const SECRET = /(?:_KEY|_SECRET|_TOKEN|_PASSWORD|_HEADERS|^DATABASE_(?:READ_)?URLS?)$/u;

/** Whether a setting may be given as a file. */
export function isSecret(name: string): boolean {
  return SECRET.test(name);
}

/** A secret that is not set, given twice, or in a file that cannot be read. The message is only for the log. */
export class SecretError extends Error {
  constructor(
    readonly variable: string,
    rule: string,
  ) {
    super(`${variable}: ${rule}`);
    this.name = 'SecretError';
  }
}

/**
 * The value of a variable, or the content of the file that `NAME_FILE` names, without the line break at its end: what Docker and Kubernetes
 * mount, which no list of processes and no description of a container shows. An empty value counts as unset.
 * @throws SecretError
 */
export function secretValue(name: string, variables: Variables): string | undefined {
  const file = `${name}_FILE`;
  const { [name]: value = '', [file]: place = '' } = variables;
  if (place === '') return value === '' ? undefined : value;
  if (value !== '') throw new SecretError(file, `${name} is set as well; set one of the two`);
  try {
    const text = readFileSync(place, 'utf8').replace(/\r?\n$/u, '');
    if (text !== '') return text;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    throw new SecretError(
      file,
      `the file '${place}' cannot be read (${code}); name a file that the user of the server may read`,
    );
  }
  throw new SecretError(file, `the file '${place}' is empty; write the secret into it, or leave ${file} unset`);
}

/**
 * The variables that are given, each secret from its variable or its file.
 * @returns the values by name, and what is wrong with secrets, a line each
 */
export function givenValues(
  names: readonly string[],
  variables: Variables,
): { readonly values: Readonly<Record<string, string>>; readonly faults: readonly string[] } {
  const values: Record<string, string> = {};
  const faults: string[] = [];
  for (const name of names)
    try {
      const value = isSecret(name) ? secretValue(name, variables) : variables[name];
      if (value !== undefined && value !== '') values[name] = value;
    } catch (error) {
      if (!(error instanceof SecretError)) throw error;
      faults.push(error.message);
    }
  return { values, faults };
}
