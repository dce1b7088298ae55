import { verificationQuery } from './verification-query.js';

describe('the query that a claim is searched with', () => {
  it('is the claim', () => {
    const claim = 'Privileged roles are reviewed every 90 days.';
    expect(verificationQuery(claim, 'How often?')).toBe(claim);
  });

  it('takes the question along where the claim leaves its subject to it', () => {
    expect(verificationQuery('최대 2년입니다.', '휴학은 얼마나 할 수 있나요?')).toBe(
      '휴학은 얼마나 할 수 있나요? 최대 2년입니다.',
    );
  });
});
