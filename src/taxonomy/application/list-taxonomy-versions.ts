import { Injectable } from '@nestjs/common';
import { decodeCursor, encodeCursor, Page } from '../../shared/domain/page.js';
import { TaxonomyRecords } from '../domain/taxonomy-store.js';
import { TaxonomyVersionSummary } from '../domain/taxonomy-version.js';

@Injectable()
export class ListTaxonomyVersions {
  constructor(private readonly records: TaxonomyRecords) {}

  /** Newest first. @throws InvalidInputError for a cursor that no page returned */
  async list(request: {
    readonly limit: number;
    readonly cursor: string | undefined;
  }): Promise<Page<TaxonomyVersionSummary>> {
    // One more than requested shows whether there is a next page.
    const found = await this.records.list(decodeCursor(request.cursor), request.limit + 1);
    const shown = found.slice(0, request.limit);
    const last = shown.at(-1);
    const nextCursor = found.length > shown.length && last !== undefined ? encodeCursor(last.number) : null;
    return { items: shown.map((item) => item.summary), nextCursor };
  }
}
