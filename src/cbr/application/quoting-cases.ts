import { Injectable, OnModuleInit } from '@nestjs/common';
import { quotesOneOf, QuotingBatch, QuotingItems, QuotingQuery } from '../../shared/domain/quoting-items.js';
import { decodeNameCursor } from '../../shared/domain/page.js';
import { answerSources } from '../domain/case-answers.js';
import { CaseStore } from '../domain/case-store.js';
import { ShowCases } from './show-cases.js';

/** Number of cases that are read at once. */
const BATCH = 500;

/** Lists cases whose answer quotes documents. Quotes of earlier answers are not served, and not listed. */
@Injectable()
export class QuotingCases implements OnModuleInit {
  constructor(
    private readonly quoting: QuotingItems,
    private readonly cases: CaseStore,
    private readonly showCases: ShowCases,
  ) {}

  onModuleInit(): void {
    this.quoting.register('case', (query) => this.quotingCases(query));
  }

  private async quotingCases({ documentIds, after, reader: { filter } }: QuotingQuery): Promise<QuotingBatch> {
    const page = await this.cases.page({ filter, category: undefined, after, limit: BATCH, isQuoting: true });
    const quoting = page.items.filter((one) => quotesOneOf(answerSources(one), documentIds));
    const shown = await this.showCases.show(quoting, filter);
    return {
      items: shown
        .filter(({ isWithheld }) => isWithheld !== true)
        .map((one) => ({
          kind: 'case',
          id: one.caseId,
          containerId: null,
          url: `/cbr/cases/${encodeURIComponent(one.caseId)}`,
          title: one.query,
          sources: answerSources(one),
          position: one.caseId,
        })),
      next: page.nextCursor === null ? null : decodeNameCursor(page.nextCursor),
    };
  }
}
