import { Injectable } from '@nestjs/common';
import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { CategoryPath } from '../../shared/domain/category-path.js';
import { NotFoundError } from '../../shared/domain/domain-error.js';
import { cutPage, decodeNameCursor, encodeNameCursor, Page } from '../../shared/domain/page.js';
import { Case } from '../domain/case.js';
import { CaseIndex } from '../domain/case-index.js';
import { CasePageQuery, CaseStore } from '../domain/case-store.js';
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

type BatchQuery = Omit<ListedCases, 'words'> & Pick<CasePageQuery, 'isQuoting'>;

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

  /** @throws NotFoundError for an unknown id, one outside the filter, or a case of a document that is hidden from the caller */
  async one(caseId: string, filter: CategoryFilter): Promise<Case> {
    const found = await this.cases.find(caseId, filter, (one) => this.showCases.isHidden(one, filter));
    const [shown] = await this.shown(found === undefined ? [] : [found], filter);
    if (shown === undefined) throw new NotFoundError('case', caseId);
    return shown;
  }

  /**
   * @param words only cases whose question contains all of these words
   * @param category only cases of exactly this category
   */
  async list(query: ListedCases): Promise<Page<Case>> {
    const { filter, limit, words } = query;
    const found: Case[] = [];
    for await (const batch of words === undefined ? this.batches(query) : this.containing(query, words)) {
      const shown = await this.shown(batch, filter);
      // That the hidden question of a withheld case contains a word would say what it is.
      found.push(...(words === undefined ? shown : shown.filter(({ isWithheld }) => isWithheld !== true)));
      if (found.length > limit) break;
    }
    const items = found.slice(0, limit);
    const last = items.at(-1);
    const nextCursor = found.length > limit && last !== undefined ? encodeNameCursor(last.caseId) : null;
    return cutPage({ items, nextCursor }, lengthOf, ({ caseId }) => caseId);
  }

  /** Ids of the cases that the caller must not find, although their question is not hidden: their documents are. */
  async hidden(filter: CategoryFilter): Promise<readonly string[]> {
    if (filter.kind === 'unrestricted') return [];
    const hidden: string[] = [];
    const query = { filter, category: undefined, cursor: undefined, limit: BATCH, isQuoting: true };
    for await (const batch of this.batches(query))
      for (const one of await this.showCases.show(batch, filter)) if (one.isWithheld === true) hidden.push(one.caseId);
    return hidden;
  }

  /** A withheld case says that there is a document: only who sees everything may know. */
  private async shown(cases: readonly Case[], filter: CategoryFilter): Promise<Case[]> {
    const shown = await this.showCases.show(cases, filter);
    return filter.kind === 'unrestricted' ? shown : shown.filter(({ isWithheld }) => isWithheld !== true);
  }

  private async *batches({ cursor, ...query }: BatchQuery): AsyncGenerator<readonly Case[]> {
    for (let after: string | null = decodeNameCursor(cursor); after !== null;) {
      const page: Page<Case> = await this.cases.page({ ...query, after });
      yield page.items;
      after = page.nextCursor === null ? null : decodeNameCursor(page.nextCursor);
    }
  }

  private async *containing(query: ListedCases, words: string): AsyncGenerator<readonly Case[]> {
    const { filter, category, cursor } = query;
    await this.index.settled();
    const after = decodeNameCursor(cursor);
    const ids = this.index.containing({ words, filter, category }).filter((id) => id > after);
    for (let from = 0; from < ids.length; from += BATCH) {
      const batch = ids.slice(from, from + BATCH);
      const stored = new Map((await this.cases.findMany(batch, filter)).map((one) => [one.caseId, one]));
      yield batch.flatMap((id) => stored.get(id) ?? []);
    }
  }

  /**
   * Every case inside the filter that is not withheld, ordered by id, in constant memory. A withheld case is left out:
   * otherwise an import of the export would replace its answer by the notice.
   */
  async *all(filter: CategoryFilter): AsyncGenerator<Case> {
    const query = { filter, category: undefined, cursor: undefined, limit: EXPORTED_AT_A_TIME };
    for await (const batch of this.batches(query))
      for (const one of await this.showCases.show(batch, filter)) if (one.isWithheld !== true) yield one;
  }
}
