import { Injectable } from '@nestjs/common';
import { NotFoundError } from '../../shared/domain/domain-error.js';
import { KeyStore } from '../domain/key-store.js';
import { VerifiedSecrets } from '../domain/verified-secrets.js';

/** Revokes a key. Every process that shares the store rejects the next request with it. */
@Injectable()
export class RevokeKey {
  constructor(
    private readonly store: KeyStore,
    private readonly verified: VerifiedSecrets,
  ) {}

  /** @throws NotFoundError */
  async revoke(id: string): Promise<void> {
    const key = await this.store.find(id);
    if (key === undefined || !(await this.store.remove(id))) throw new NotFoundError('key', id);
    this.verified.forgetHash(key.secretHash);
  }
}
