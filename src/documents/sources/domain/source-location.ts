import { DomainError, InvalidInputError } from '../../../shared/domain/domain-error.js';
import { SourceRights } from './source-connectors.js';
import { locationText, SourceSettings } from './source.js';

/**
 * The http(s) address in a location, without its fragment.
 * @throws InvalidInputError when it is missing, is of another scheme, or contains a user or a password
 */
export function locationUrl(settings: SourceSettings, name: string, example: string): URL {
  const text = locationText(settings, name, example).trim();
  const url = /[\\\s\p{Cc}]/u.test(text) || !URL.canParse(text) ? undefined : new URL(text);
  const pointer = `/location/${name}`;
  if (url === undefined || (url.protocol !== 'http:' && url.protocol !== 'https:'))
    throw new InvalidInputError([{ pointer, detail: `must be an http(s) URL, for example "${example}"` }]);
  if (url.username !== '' || url.password !== '')
    throw new InvalidInputError([
      { pointer, detail: 'must not contain a user or a password; send a secret by a header' },
    ]);
  url.hash = '';
  return url;
}

/**
 * The switch in a location; `otherwise` if it is missing.
 * @throws InvalidInputError when it is not true or false
 */
export function locationFlag(settings: SourceSettings, name: string, otherwise: boolean): boolean {
  const value = settings.location[name] ?? otherwise;
  if (typeof value === 'boolean') return value;
  throw new InvalidInputError([{ pointer: `/location/${name}`, detail: 'must be true or false' }]);
}

/** @throws DomainError (403) for a key that is not the administrator's: its sources read folders alone */
export function assertUnlimited(settings: SourceSettings, { isUnlimited }: SourceRights): void {
  if (isUnlimited) return;
  throw new DomainError(
    'forbidden',
    'source-folder',
    `Only an administrator makes sources of the kind ${settings.kind}: they reach what the server reaches. Ask an administrator to make it.`,
  );
}
