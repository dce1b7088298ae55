import { Injectable } from '@nestjs/common';
import { CategoryFilter, restrictedTo, UNRESTRICTED } from '../../shared/domain/category-filter.js';
import { KeyStore } from '../domain/key-store.js';

/** The categories that the key with an id may see, for data that belongs to the key. */
@Injectable()
export class FindKeyFilter {
  constructor(private readonly store: KeyStore) {}

  /**
   * Unrestricted for the administrator's own key, without authentication, and for a revoked key, which may have seen
   * anything.
   */
  async find(id: string): Promise<CategoryFilter> {
    const paths = (await this.store.find(id))?.allowedCategoryPaths ?? null;
    return paths === null ? UNRESTRICTED : restrictedTo(paths);
  }
}
