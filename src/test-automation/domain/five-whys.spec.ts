import { unmatchedWords } from './five-whys.js';

describe('words that a passage does not have', () => {
  it('are what is asked about, not how it is asked', () => {
    expect(unmatchedWords('혹시 긱사 보증금은 얼마인지 알려 주세요', '생활관 보증금은 10만원으로 한다.')).toEqual(
      expect.arrayContaining(['긱사']),
    );
    expect(unmatchedWords('혹시 긱사 보증금은 어떻게 되나요', '생활관 보증금은 10만원으로 한다.')).toEqual(['긱사']);
    expect(unmatchedWords('I do not know the right word, but what is the repo?', 'Two databases are kept.')).toEqual([
      'repo',
    ]);
  });
});
