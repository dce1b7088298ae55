import { Injectable } from '@nestjs/common';
import { FindKeyFilter } from '../../access/application/find-key-filter.js';
import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { AskerFilters } from '../domain/asker-filters.js';

/** The keys of the service as those who ask. */
@Injectable()
export class KeyAskerFilters extends AskerFilters {
  constructor(private readonly keys: FindKeyFilter) {
    super();
  }

  of(owner: string): Promise<CategoryFilter> {
    return this.keys.execute(owner);
  }
}
