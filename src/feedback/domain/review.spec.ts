import { restrictedTo, UNRESTRICTED } from '../../shared/domain/category-filter.js';
import { GivenAnswer } from './answered-questions.js';
import { maySee } from './review.js';

const OPEN = restrictedTo([['Open']]);
const BELOW = restrictedTo([['Open', 'Rooms']]);
const CLOSED = restrictedTo([['Open'], ['Closed']]);
const quoting = (...paths: string[][]): GivenAnswer => ({
  traceId: 'trace_1',
  owner: 'asker',
  question: 'q',
  answer: 'a',
  sources: paths.map((categoryPath) => ({ documentId: 'd', title: 't', categoryPath, quote: 'a' })),
  confidence: 0.4,
  reviewBelow: 0.9,
  reviewReason: 'low_confidence',
  givenAt: '2026-01-01T00:00:00.000Z',
});
const reviewer = { id: 'reviewer', isAdmin: true, filter: OPEN };

describe('what a reviewer may see', () => {
  it.each([
    ['no more than his', OPEN, true],
    ['a part of his', BELOW, true],
    ['more than his', CLOSED, false],
    ['everything', UNRESTRICTED, false],
  ])('of the answers of a key that sees %s', (_, asked, isSeen) => {
    for (const answer of [quoting(['Open', 'Rooms']), quoting()]) expect(maySee(reviewer, answer, asked)).toBe(isSeen);
  });

  it('is everything for an administrator who sees everything', () => {
    for (const answer of [quoting(['Closed']), quoting()])
      expect(maySee({ ...reviewer, filter: UNRESTRICTED }, answer, UNRESTRICTED)).toBe(true);
  });

  it('is only the own answers without the scope admin, and none that quotes a document that is no longer visible', () => {
    expect(maySee({ ...reviewer, isAdmin: false }, quoting(), BELOW)).toBe(false);
    const owner = { ...reviewer, id: 'asker', isAdmin: false };
    expect(maySee(owner, quoting(['Open']), OPEN)).toBe(true);
    expect(maySee(owner, quoting(['Open'], ['Closed']), OPEN)).toBe(false);
  });
});
