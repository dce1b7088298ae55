import { decisionOf } from './reviews.js';

describe('decisionOf', () => {
  const review = { answer: 'Ten books.\n' };

  it('approves an answer that was left as it is', () => {
    expect(decisionOf(review, ' Ten books. ', 'approve')).toEqual({ decision: 'approve' });
    expect(decisionOf(review, '  ', 'approve')).toEqual({ decision: 'approve' });
  });

  it('sends an answer that was changed as an edit', () => {
    expect(decisionOf(review, 'Twelve books. ', 'approve')).toEqual({ decision: 'edit', answer: 'Twelve books.' });
  });

  it('rejects whatever was written', () => {
    expect(decisionOf(review, 'Twelve books.', 'reject')).toEqual({ decision: 'reject' });
  });
});
