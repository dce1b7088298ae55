import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Environment } from '../../config/environment.js';

const SEALED = 'sealed:';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;

/**
 * Secrets as the store has them: AES-256-GCM with a key that follows from SECRETS_KEY, or as they are without this setting. The id of the
 * row is authenticated too, so that a sealed secret cannot be moved to another row.
 */
@Injectable()
export class SecretSealing {
  private readonly key: Buffer | undefined;

  constructor({ SECRETS_KEY: secret }: Pick<Environment, 'SECRETS_KEY'>) {
    this.key =
      secret === undefined ? undefined : Buffer.from(hkdfSync('sha256', secret, '', 'stored secrets', KEY_BYTES));
  }

  /** Whether a stored text is readable without the key although there is one. */
  isOpen(stored: string): boolean {
    return this.key !== undefined && !stored.startsWith(SEALED);
  }

  seal(text: string, id: string): string {
    if (this.key === undefined) return text;
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.key, nonce).setAAD(Buffer.from(id));
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return SEALED + Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
  }

  /** @returns null for a secret that was sealed with another key, or whose row was changed */
  unseal(stored: string, id: string): string | null {
    if (!stored.startsWith(SEALED)) return stored;
    const bytes = Buffer.from(stored.slice(SEALED.length), 'base64url');
    if (this.key === undefined || bytes.length < NONCE_BYTES + TAG_BYTES) return null;
    const options = { authTagLength: TAG_BYTES };
    const decipher = createDecipheriv('aes-256-gcm', this.key, bytes.subarray(0, NONCE_BYTES), options);
    decipher.setAAD(Buffer.from(id)).setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    try {
      const text = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES));
      return Buffer.concat([text, decipher.final()]).toString('utf8');
    } catch {
      return null;
    }
  }
}
