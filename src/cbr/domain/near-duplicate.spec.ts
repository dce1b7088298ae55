import { isSameQuestion } from './near-duplicate.js';

describe('nearly the same question', () => {
  it.each([
    ['휴학 신청은 언제까지 해야 하나요?', '휴학 신청은 언제까지 해야 하나요'],
    ['How do I rotate the signing key?', 'how do I rotate the signing keys'],
  ])('%s and %s are one', (a, b) => expect(isSameQuestion(a, b)).toBe(true));

  it.each([
    ['2025학년도 휴학 신청은 언제까지 해야 하나요?', '2026학년도 휴학 신청은 언제까지 해야 하나요?'],
    ['휴학 신청은 언제까지 해야 하나요?', '복학 신청은 언제까지 해야 하나요?'],
    ['How do I rotate the signing key?', 'How do I revoke the signing key of a vendor?'],
  ])('%s and %s are two', (a, b) => expect(isSameQuestion(a, b)).toBe(false));
});
