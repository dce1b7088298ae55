import { Injectable } from '@nestjs/common';
import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { Clock, today } from '../../shared/domain/clock.js';
import { RecordSearch } from './record-search.js';
import { SearchPassages, SearchRequest, SearchResult } from './search-passages.js';

export interface CallersSearch extends Omit<SearchRequest, 'scope'> {
  readonly filter: CategoryFilter;
  /** Day (ISO) on which the documents are in force; today by default. */
  readonly asOf: string | undefined;
}

/** A standalone search, not for an answer: as of today unless a day is given, counted if degraded, and audited. */
@Injectable()
export class SearchForCaller {
  constructor(
    private readonly search: SearchPassages,
    private readonly clock: Clock,
    private readonly account: RecordSearch,
  ) {}

  async searchForCaller({ filter, asOf, ...request }: CallersSearch): Promise<SearchResult> {
    const scope = { filter, asOf: asOf ?? today(this.clock) };
    return this.account.record(request.query, await this.search.search({ ...request, scope }));
  }
}
