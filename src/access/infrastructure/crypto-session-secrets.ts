import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Environment } from '../../config/environment.js';
import { SessionSecrets } from '../domain/user-store.js';

const TOKEN = /^[\w-]{43}$/;
const TOKEN_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const USER_ID_CHARACTERS = 24;

function keyOf(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `touchstone ${purpose}`, TOKEN_BYTES));
}

function seal(key: Buffer, text: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
}

function unseal(key: Buffer, sealed: string): string | undefined {
  const bytes = Buffer.from(sealed, 'base64url');
  if (bytes.length < NONCE_BYTES + TAG_BYTES) return undefined;
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}

/**
 * Secrets by `node:crypto`. The key of what a browser carries between the two steps of a sign-in follows from the client's secret at the
 * provider, which every replica knows and no browser.
 */
@Injectable()
export class CryptoSessionSecrets extends SessionSecrets {
  private readonly browserKey: Buffer;

  constructor({ OIDC_CLIENT_SECRET }: Environment) {
    super();
    // Without a provider nothing is ever sealed: a random key opens nothing of another process.
    this.browserKey = keyOf(OIDC_CLIENT_SECRET ?? randomBytes(TOKEN_BYTES).toString('hex'), 'sign-in');
  }

  make(): { readonly token: string; readonly hash: string } {
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    return { token, hash: this.digest(token) };
  }

  /** 256 random bits need no slow hash. */
  hashOf(token: string): string | undefined {
    return TOKEN.test(token) ? this.digest(token) : undefined;
  }

  csrfTokenOf(token: string): string {
    return createHmac('sha256', keyOf(token, 'csrf')).update('csrf').digest('base64url');
  }

  userIdOf(issuer: string, subject: string): string {
    const digest = createHash('sha256')
      .update(JSON.stringify([issuer, subject]))
      .digest('hex');
    return `user_${digest.slice(0, USER_ID_CHARACTERS)}`;
  }

  seal(text: string): string {
    return seal(this.browserKey, text);
  }

  unseal(sealed: string): string | undefined {
    return unseal(this.browserKey, sealed);
  }

  sealFor(token: string, text: string): string {
    return seal(keyOf(token, 'refresh'), text);
  }

  unsealFor(token: string, sealed: string): string | undefined {
    return unseal(keyOf(token, 'refresh'), sealed);
  }

  private digest(token: string): string {
    return createHash('sha256').update(token).digest('hex');
  }
}
