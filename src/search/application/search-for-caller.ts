import { Injectable } from '@nestjs/common';
import { AuditTrail, shownPassages } from '../../shared/domain/audit-trail.js';
import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { Clock, isoDay } from '../../shared/domain/clock.js';
import { Degradations } from '../../shared/domain/degradations.js';
import { SearchPassages, SearchRequest, SearchResult } from './search-passages.js';

export interface CallersSearch extends Omit<SearchRequest, 'scope'> {
  readonly filter: CategoryFilter;
  /** Day (ISO) on which the documents are in force; today by default. */
  readonly asOf: string | undefined;
}

/** A search for itself, not for an answer: as of today unless a day is named, counted where it is degraded, and audited. */
@Injectable()
export class SearchForCaller {
  constructor(
    private readonly search: SearchPassages,
    private readonly clock: Clock,
    private readonly degradations: Degradations,
    private readonly audit: AuditTrail,
  ) {}

  async execute({ filter, asOf, ...request }: CallersSearch): Promise<SearchResult> {
    const result = await this.search.execute({ ...request, scope: { filter, asOf: asOf ?? isoDay(this.clock.now()) } });
    this.degradations.record('search', result.degraded);
    const shown = shownPassages(result.hits.map(({ passage }) => passage));
    await this.audit.record({ action: 'search', question: request.query, shown, detail: null });
    return result;
  }
}
