import { fieldOf } from '../../shared/domain/free-map.js';
import { cleanedName } from '../../shared/domain/visible-name.js';

const MOST_CHARACTERS = 200;

function textIn(claims: object, name: string): string | undefined {
  const value = fieldOf(claims, name);
  const text = typeof value === 'string' ? cleanedName(value).slice(0, MOST_CHARACTERS).toWellFormed() : '';
  return text === '' ? undefined : text;
}

/** Who a person is, by the claims of the provider. Undefined is what they do not say. */
export interface PersonClaims {
  readonly name: string | undefined;
  readonly email: string | undefined;
  /** User name, and the address if the provider has verified it. */
  readonly userNames: readonly string[];
}

/**
 * The value by which a directory knows the person.
 * @param name OIDC_LINK_CLAIM @returns null without it, and for an address that the provider has not verified: its owner may be another
 */
export function linkIdIn(claims: object, name: string): string | null {
  if (name === 'email' && fieldOf(claims, 'email_verified') !== true) return null;
  const value = fieldOf(claims, name);
  // As it is: with a blank before it, it is the value of another person.
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}

/** Reads the standard claims of OpenID Connect about a person, without invisible characters and cut to 200 characters. */
export function personIn(claims: object): PersonClaims {
  const email = textIn(claims, 'email');
  const userName = textIn(claims, 'preferred_username');
  // Whoever may write any address into an account must not get the groups of its owner.
  const verified = fieldOf(claims, 'email_verified') === true ? email : undefined;
  return {
    name: textIn(claims, 'name'),
    email,
    userNames: [userName, verified].flatMap((name) => name ?? []),
  };
}
