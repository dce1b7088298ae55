/** Creates and reads the secrets of sign-ins and sessions. */
export abstract class SessionSecrets {
  /** A new token of 256 random bits, and the hash that the store keeps. */
  abstract make(): { readonly token: string; readonly hash: string };
  /** @returns undefined for a text that cannot be a token */
  abstract hashOf(token: string): string | undefined;
  /** The token against forged requests; it follows from the token of the session, so that it belongs to this session alone. */
  abstract csrfTokenOf(token: string): string;
  /** Stable id of a person. */
  abstract userIdOf(issuer: string, subject: string): string;
  /** Seals a text for the browser, so that it can neither be read nor changed there. */
  abstract seal(text: string): string;
  /** @returns undefined for anything that was not sealed here */
  abstract unseal(sealed: string): string | undefined;
  /** Seals a text that only the token of the session opens again. */
  abstract sealFor(token: string, text: string): string;
  abstract unsealFor(token: string, sealed: string): string | undefined;
}
