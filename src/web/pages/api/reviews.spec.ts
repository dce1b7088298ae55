import { decisionOf } from './reviews.js';

describe('decisionOf', () => {
  const review = { answer: 'Ten books.\n' };

  it('approves an unchanged answer', () => {
    expect(decisionOf(review, ' Ten books. ', 'approve')).toEqual({ decision: 'approve' });
    expect(decisionOf(review, '  ', 'approve')).toEqual({ decision: 'approve' });
  });

  it('sends a changed answer as an edit', () => {
    expect(decisionOf(review, 'Twelve books. ', 'approve')).toEqual({ decision: 'edit', answer: 'Twelve books.' });
  });

  it('rejects with any text', () => {
    expect(decisionOf(review, 'Twelve books.', 'reject')).toEqual({ decision: 'reject' });
  });
});
