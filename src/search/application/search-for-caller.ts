import { Injectable } from '@nestjs/common';
import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { Clock, today } from '../../shared/domain/clock.js';
import { SearchPassages, SearchRequest, SearchResult } from './search-passages.js';
import { AuditTrail, shownPassages } from '../../shared/domain/audit-trail.js';
import { TaxonomyVersion } from '../../shared/domain/category-path.js';
import { Degradations } from '../../shared/domain/health-check.js';

/** Records a search that a caller sees: counts its marks, and writes its passages to the audit log. */
@Injectable()
export class RecordSearch {
  constructor(
    private readonly degradations: Degradations,
    private readonly audit: AuditTrail,
    private readonly taxonomy: TaxonomyVersion,
  ) {}

  /** @returns the result with the marks of its other components */
  async record(query: string, found: SearchResult): Promise<SearchResult> {
    const shown = shownPassages(found.hits.map(({ passage }) => passage));
    const isAudited = await this.audit.record({ action: 'search', question: query, shown, detail: null });
    const degraded = [...found.degraded, ...this.taxonomy.degraded(), ...(isAudited ? [] : ['store'])];
    this.degradations.record('search', degraded);
    return { ...found, degraded };
  }
}

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
