import { verificationQuery } from './fact-check.js';

describe('the search query of a claim', () => {
  it('is the claim', () => {
    const claim = 'Privileged roles are reviewed every 90 days.';
    expect(verificationQuery(claim, 'How often?')).toBe(claim);
  });

  it('includes the question if the claim has no subject of its own', () => {
    expect(verificationQuery('최대 2년입니다.', '휴학은 얼마나 할 수 있나요?')).toBe(
      '휴학은 얼마나 할 수 있나요? 최대 2년입니다.',
    );
  });
});
