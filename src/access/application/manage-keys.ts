import { Injectable } from '@nestjs/common';
import { decodeCursor, encodeCursor, Page } from '../../shared/domain/page.js';
import { ApiKey, visibleTo } from '../domain/api-key.js';
import { KeyStore } from '../domain/key-store.js';
import { NotFoundError } from '../../shared/domain/domain-error.js';
import { CallerRights } from './caller-rights.js';
import { VerifiedSecrets } from '../domain/verified-secrets.js';
import { CategoryFilter, UNRESTRICTED } from '../../shared/domain/category-filter.js';

/** A key of a list. */
export interface DescribedKey {
  readonly key: ApiKey;
  /** See `CallerRights.hasEnded`. */
  readonly hasEnded: boolean;
}

@Injectable()
export class ListKeys {
  constructor(
    private readonly store: KeyStore,
    private readonly rights: CallerRights,
  ) {}

  /** In creation order. @throws InvalidInputError for a cursor that no page returned */
  async list(request: { readonly limit: number; readonly cursor: string | undefined }): Promise<Page<DescribedKey>> {
    // One row more than requested shows whether there is a next page.
    const found = await this.store.list(decodeCursor(request.cursor), request.limit + 1);
    const shown = found.slice(0, request.limit);
    const last = shown.at(-1);
    const nextCursor = found.length > shown.length && last !== undefined ? encodeCursor(last.row) : null;
    const items: DescribedKey[] = [];
    for (const { key } of shown) items.push({ key, hasEnded: await this.rights.hasEnded(key) });
    return { items, nextCursor };
  }
}

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

/** The categories and groups that the key with an id may see, for data that belongs to the key. */
@Injectable()
export class FindKeyFilter {
  constructor(private readonly store: KeyStore) {}

  /**
   * Unrestricted for the administrator's own key, without authentication, and for a revoked key, which may have seen
   * anything.
   */
  async find(id: string): Promise<CategoryFilter> {
    const key = await this.store.find(id);
    return key === undefined ? UNRESTRICTED : visibleTo(key);
  }
}
