import { Injectable } from '@nestjs/common';
import { NotFoundError } from '../../shared/domain/domain-error.js';
import { KeyStore } from '../domain/key-store.js';
import { VerifiedSecrets } from '../domain/verified-secrets.js';

/** Ends a key: the next request with it is refused, in every process that shares the store. */
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
