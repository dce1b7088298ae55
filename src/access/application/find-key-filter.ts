import { Injectable } from '@nestjs/common';
import { CategoryFilter, UNRESTRICTED } from '../../shared/domain/category-filter.js';
import { visibleTo } from '../domain/api-key.js';
import { KeyStore } from '../domain/key-store.js';

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
