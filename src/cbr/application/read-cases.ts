import { Injectable } from '@nestjs/common';
import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { CategoryPath } from '../../shared/domain/category-path.js';
import { NotFoundError } from '../../shared/domain/domain-error.js';
import { cutPage, decodeNameCursor, Page } from '../../shared/domain/page.js';
import { Case } from '../domain/case.js';
import { CaseStore } from '../domain/case-store.js';
import { ShowCases } from './show-cases.js';

/** An export keeps at most this number of cases in memory. */
const EXPORTED_AT_A_TIME = 100;

function lengthOf({ query, content, metadata }: Case): number {
  return query.length + content.length + JSON.stringify(metadata).length;
}

/** Cases inside the caller's filter. */
@Injectable()
export class ReadCases {
  constructor(
    private readonly cases: CaseStore,
    private readonly showCases: ShowCases,
  ) {}

  /** @throws NotFoundError for an unknown id, or one outside the filter */
  async one(caseId: string, filter: CategoryFilter): Promise<Case> {
    const found = await this.cases.find(caseId, filter);
    if (found === undefined) throw new NotFoundError('case', caseId);
    return this.showCases.one(found, filter);
  }

  /** @param category only cases of exactly this category */
  async list(query: {
    readonly filter: CategoryFilter;
    readonly category: CategoryPath | undefined;
    readonly cursor: string | undefined;
    readonly limit: number;
  }): Promise<Page<Case>> {
    const { filter, category, limit } = query;
    const page = await this.cases.page({ filter, category, limit, after: decodeNameCursor(query.cursor) });
    const shown = cutPage(page, lengthOf, ({ caseId }) => caseId);
    return { ...shown, items: await this.showCases.show(shown.items, filter) };
  }

  /**
   * Every case inside the filter that is not withheld, ordered by id, in constant memory. A withheld case is left out:
   * otherwise an import of the export would replace its answer by the notice.
   */
  async *all(filter: CategoryFilter): AsyncGenerator<Case> {
    let cursor: string | null = null;
    do {
      const page: Page<Case> = await this.cases.page({
        filter,
        category: undefined,
        after: decodeNameCursor(cursor ?? undefined),
        limit: EXPORTED_AT_A_TIME,
      });
      for (const one of await this.showCases.show(page.items, filter)) if (one.isWithheld !== true) yield one;
      cursor = page.nextCursor;
    } while (cursor !== null);
  }
}
