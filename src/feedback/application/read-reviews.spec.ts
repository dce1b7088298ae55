import { AllShown } from '../../../test/support/fake-quotes.js';
import { MemoryKeyStore } from '../../../test/support/memory-keys.js';
import { CategoryFilter, restrictedTo, UNRESTRICTED } from '../../shared/domain/category-filter.js';
import { FindKeyFilter } from '../../access/application/manage-keys.js';
import { AnsweredQuestions, GivenAnswer } from '../domain/answered-questions.js';
import { ReviewDecision, ReviewDecisions } from '../domain/review.js';
import { ReadReviews } from './read-reviews.js';

const ADMIN = { id: 'admin', isAdmin: true, filter: UNRESTRICTED };

const answer = (n: number, owner: string): GivenAnswer => ({
  traceId: `t-${String(n).padStart(4, '0')}`,
  owner,
  question: 'q',
  answer: 'a',
  sources: [],
  confidence: 0.3,
  reviewBelow: 0.7,
  reviewReason: 'low_confidence',
  givenAt: '2026-11-22T00:00:00.000Z',
});

class Queue extends AnsweredQuestions {
  constructor(private readonly all: readonly GivenAnswer[]) {
    super();
  }
  find(traceId: string): Promise<GivenAnswer | undefined> {
    return Promise.resolve(this.all.find((one) => one.traceId === traceId));
  }
  toReview(after: string, limit: number): Promise<readonly GivenAnswer[]> {
    return Promise.resolve(this.all.filter((one) => one.traceId > after).slice(0, limit));
  }
  flag(): Promise<void> {
    return Promise.resolve();
  }
}

class Undecided extends ReviewDecisions {
  find(): Promise<ReadonlyMap<string, ReviewDecision>> {
    return Promise.resolve(new Map());
  }
  record(): Promise<boolean> {
    return Promise.resolve(true);
  }
}

class CountedFilters extends FindKeyFilter {
  readonly asked: string[] = [];
  constructor(private readonly filters: Readonly<Record<string, CategoryFilter>> = {}) {
    super(new MemoryKeyStore());
  }
  override find(owner: string): Promise<CategoryFilter> {
    this.asked.push(owner);
    return Promise.resolve(this.filters[owner] ?? UNRESTRICTED);
  }
}

const PAGE = { status: 'pending' as const, limit: 500, cursor: undefined };

describe('ReadReviews', () => {
  it('looks up each caller key once per request, over all batches of the queue', async () => {
    const all = Array.from({ length: 450 }, (_, n) => answer(n, `key-${n % 3}`));
    const filters = new CountedFilters();
    const reviews = new ReadReviews(new Queue(all), new Undecided(), filters, new AllShown());
    expect((await reviews.list(ADMIN, PAGE)).items).toHaveLength(450);
    expect(filters.asked).toEqual(['key-0', 'key-1', 'key-2']);
  });

  it('reads keys again in the next request, since keys change', async () => {
    const filters = new CountedFilters();
    const reviews = new ReadReviews(new Queue([answer(1, 'key')]), new Undecided(), filters, new AllShown());
    await reviews.list(ADMIN, PAGE);
    await reviews.list(ADMIN, PAGE);
    expect(filters.asked).toEqual(['key', 'key']);
  });

  it('shows each reviewer only the permitted answers', async () => {
    const narrow: CategoryFilter = restrictedTo([['open']]);
    const reviewer = { id: 'reviewer', isAdmin: true, filter: narrow };
    const filters = new CountedFilters({ like: narrow });
    const queue = new Queue([answer(1, 'like'), answer(2, 'wide'), answer(3, 'like')]);
    const { items } = await new ReadReviews(queue, new Undecided(), filters, new AllShown()).list(reviewer, PAGE);
    expect(items.map((one) => one.answer.traceId)).toEqual(['t-0001', 't-0003']);
  });
});
