import { Injectable } from '@nestjs/common';
import { ConflictError, NotFoundError } from '../../shared/domain/domain-error.js';
import { hasExpired, KeySecrets } from '../domain/api-key.js';
import { Caller } from '../domain/caller.js';
import { KeyStore, makerOf } from '../domain/key-store.js';
import { VerifiedSecrets } from '../domain/verified-secrets.js';
import { KeyWithSecret } from './create-key.js';
import { ExpiryClock } from './expiry-clock.js';

/**
 * Replaces the secret of a key. The key keeps its id, its conversations and its traces; the old secret is invalid at
 * once.
 */
@Injectable()
export class RotateKey {
  constructor(
    private readonly store: KeyStore,
    private readonly secrets: KeySecrets,
    private readonly verified: VerifiedSecrets,
    private readonly clock: ExpiryClock,
  ) {}

  /**
   * @param by who alone knows the new secret, and so becomes the maker of the key
   * @throws NotFoundError, ConflictError for a key that has expired, and for a personal token
   */
  async rotate(id: string, by: Caller): Promise<KeyWithSecret> {
    const key = await this.store.find(id);
    if (key === undefined) throw new NotFoundError('key', id);
    if (key.owner !== undefined)
      throw new ConflictError('This token belongs to a person, who alone may have its secret; revoke it instead.');
    if (hasExpired(key, await this.clock.now()))
      throw new ConflictError(
        `The key expired (${key.expiresAt ?? ''}), and a new secret would be refused too; make a new key.`,
      );
    const { secret, prefix, hash } = await this.secrets.make();
    const createdBy = await makerOf(by, this.store);
    if (!(await this.store.replaceSecret(id, { prefix, hash }, createdBy))) throw new NotFoundError('key', id);
    this.verified.forgetHash(key.secretHash);
    return { key: { ...key, prefix, createdBy }, secret };
  }
}
