import { Injectable } from '@nestjs/common';
import { CategoryFilter, restrictedTo, UNRESTRICTED } from '../../shared/domain/category-filter.js';
import { KeyStore } from '../domain/key-store.js';

/** What the key with an id may see, for what belongs to that key. */
@Injectable()
export class FindKeyFilter {
  constructor(private readonly store: KeyStore) {}

  /** Everything for the administrator's own key, without authentication, and for a key that was revoked: it may have seen anything. */
  async find(id: string): Promise<CategoryFilter> {
    const paths = (await this.store.find(id))?.allowedCategoryPaths ?? null;
    return paths === null ? UNRESTRICTED : restrictedTo(paths);
  }
}
