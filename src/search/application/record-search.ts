import { Injectable } from '@nestjs/common';
import { AuditTrail, shownPassages } from '../../shared/domain/audit-trail.js';
import { Degradations } from '../../shared/domain/degradations.js';
import { TaxonomyVersion } from '../../shared/domain/taxonomy-version.js';
import { SearchResult } from './search-passages.js';

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
