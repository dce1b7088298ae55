import { Injectable } from '@nestjs/common';
import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { CategoryPath } from '../../shared/domain/category-path.js';
import { NotFoundError } from '../../shared/domain/domain-error.js';
import { cutPage, decodeNameCursor, encodeNameCursor, Page } from '../../shared/domain/page.js';
import { Case } from '../domain/case.js';
import { CaseIndex } from '../domain/case-index.js';
import { CaseStore } from '../domain/case-store.js';
import { ShowCases } from './show-cases.js';

/** An export keeps at most this number of cases in memory. */
const EXPORTED_AT_A_TIME = 100;

/** Found cases that are read together. */
const BATCH = 200;

export interface ListedCases {
  readonly filter: CategoryFilter;
  readonly category: CategoryPath | undefined;
  readonly words?: string | undefined;
  readonly cursor: string | undefined;
  readonly limit: number;
}

function lengthOf({ query, content, metadata }: Case): number {
  return query.length + content.length + JSON.stringify(metadata).length;
}

/** Cases inside the caller's filter. */
@Injectable()
export class ReadCases {
  constructor(
    private readonly cases: CaseStore,
    private readonly showCases: ShowCases,
    private readonly index: CaseIndex,
  ) {}

  /** @throws NotFoundError for an unknown id, or one outside the filter */
  async one(caseId: string, filter: CategoryFilter): Promise<Case> {
    const found = await this.cases.find(caseId, filter);
    if (found === undefined) throw new NotFoundError('case', caseId);
    return this.showCases.one(found, filter);
  }

  /**
   * @param words only cases whose question contains all of these words
   * @param category only cases of exactly this category
   */
  async list(query: ListedCases): Promise<Page<Case>> {
    const { filter, category, limit } = query;
    if (query.words !== undefined) return this.search(query, query.words);
    const page = await this.cases.page({ filter, category, limit, after: decodeNameCursor(query.cursor) });
    const shown = cutPage(page, lengthOf, ({ caseId }) => caseId);
    return { ...shown, items: await this.showCases.show(shown.items, filter) };
  }

  /** Withheld cases are left out: that their hidden question contains a word would say what it is. */
  private async search({ filter, category, limit, cursor }: ListedCases, words: string): Promise<Page<Case>> {
    await this.index.settled();
    const after = decodeNameCursor(cursor);
    const ids = this.index.containing({ words, filter, category }).filter((id) => id > after);
    const found: Case[] = [];
    for (let from = 0; from < ids.length && found.length <= limit; from += BATCH) {
      const batch = ids.slice(from, from + BATCH);
      const stored = new Map((await this.cases.findMany(batch, filter)).map((one) => [one.caseId, one]));
      const shown = await this.showCases.show(
        batch.flatMap((id) => stored.get(id) ?? []),
        filter,
      );
      found.push(...shown.filter(({ isWithheld }) => isWithheld !== true));
    }
    const items = found.slice(0, limit);
    const last = items.at(-1);
    const nextCursor = found.length > limit && last !== undefined ? encodeNameCursor(last.caseId) : null;
    return cutPage({ items, nextCursor }, lengthOf, ({ caseId }) => caseId);
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
