import { Injectable, OnModuleInit } from '@nestjs/common';
import { quotesOneOf, QuotingBatch, QuotingItems, QuotingQuery } from '../../shared/domain/quoting-items.js';
import { sourcesOf } from '../domain/answered-questions.js';
import { ReadReviews } from './read-reviews.js';

/** Lists reviews whose answer quotes documents, for who may read the queue. */
@Injectable()
export class QuotingReviews implements OnModuleInit {
  constructor(
    private readonly quoting: QuotingItems,
    private readonly reviews: ReadReviews,
  ) {}

  onModuleInit(): void {
    this.quoting.register('review', (query) => this.quotingReviews(query));
  }

  private async quotingReviews({ documentIds, after, reader }: QuotingQuery): Promise<QuotingBatch> {
    if (!reader.may('ingest')) return { items: [], next: null };
    const reviewer = { id: reader.id, isAdmin: reader.may('admin'), filter: reader.filter };
    const { reviews, last } = await this.reviews.next(reviewer, after);
    const quoting = reviews.filter(({ answer }) => quotesOneOf(sourcesOf(answer), documentIds));
    return {
      items: quoting.map(({ answer }) => ({
        kind: 'review',
        id: answer.traceId,
        containerId: null,
        url: `/reviews/${encodeURIComponent(answer.traceId)}`,
        title: answer.question,
        sources: sourcesOf(answer),
        position: answer.traceId,
      })),
      next: last,
    };
  }
}
