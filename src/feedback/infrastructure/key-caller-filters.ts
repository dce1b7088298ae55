import { Injectable } from '@nestjs/common';
import { FindKeyFilter } from '../../access/application/manage-keys.js';
import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { CallerFilters } from '../domain/review.js';

/** Filters of callers from the keys of the service. */
@Injectable()
export class KeyCallerFilters extends CallerFilters {
  constructor(private readonly keys: FindKeyFilter) {
    super();
  }

  of(owner: string): Promise<CategoryFilter> {
    return this.keys.find(owner);
  }
}
