import { Injectable } from '@nestjs/common';
import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { distinctSources, QuoteCheck, QuotedSource, sourceKey } from '../../shared/domain/quoted-source.js';
import { DocumentStore } from '../domain/document.js';
import { CompareEditions } from './compare-editions.js';

/** Neither store accepts these characters, so no document contains a quote with one. */
const NOT_STORABLE = /[\0\p{Surrogate}]/u;

/** Checks with the document store whether stored words may still be shown. Every feature uses this one check. */
@Injectable()
export class RecheckQuotes extends QuoteCheck {
  constructor(
    private readonly store: DocumentStore,
    private readonly editions: CompareEditions,
  ) {
    super();
  }

  async withheld(groups: readonly (readonly QuotedSource[])[], filter: CategoryFilter): Promise<readonly boolean[]> {
    const asked = distinctSources(groups.flat()).filter(
      ({ quote }) => quote === undefined || !NOT_STORABLE.test(quote),
    );
    const held = asked.length === 0 ? new Set<number>() : await this.store.holding(asked, filter);
    const shown = new Set(asked.flatMap((source, i) => (held.has(i) ? [sourceKey(source)] : [])));
    return groups.map((group) => group.some((source) => !shown.has(sourceKey(source))));
  }

  override async outdated(
    groups: readonly (readonly QuotedSource[])[],
    filter: CategoryFilter,
  ): Promise<readonly boolean[]> {
    const asked = distinctSources(groups.flat());
    const found = asked.length === 0 ? new Set<number>() : await this.editions.outdated(asked, filter);
    const outdated = new Set(asked.flatMap((source, i) => (found.has(i) ? [sourceKey(source)] : [])));
    return groups.map((group) => group.some((source) => outdated.has(sourceKey(source))));
  }
}
