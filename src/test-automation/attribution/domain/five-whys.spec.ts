import { testResultOf } from '../../../../test/support/test-result-of.js';
import { analyseFailures, unmatchedWords } from './five-whys.js';
import { NO_GOLD } from '../../questions/domain/make-question.js';

describe('words that a passage does not have', () => {
  it('are the topic of the question, not its phrasing', () => {
    expect(unmatchedWords('혹시 긱사 보증금은 얼마인지 알려 주세요', '생활관 보증금은 10만원으로 한다.')).toEqual(
      expect.arrayContaining(['긱사']),
    );
    expect(unmatchedWords('혹시 긱사 보증금은 어떻게 되나요', '생활관 보증금은 10만원으로 한다.')).toEqual(['긱사']);
    expect(unmatchedWords('I do not know the right word, but what is the repo?', 'Two databases are kept.')).toEqual([
      'repo',
    ]);
  });
});

describe('questions that no document answers', () => {
  it('have no right passage to miss, and no synonym that would help', () => {
    const failed = ['a', 'b'].map((id) => {
      const result = testResultOf(id, 'failure');
      return { ...result, gold: NO_GOLD, judgement: { ...result.judgement, failureType: 'IRRELEVANT' as const } };
    });
    const [chain] = analyseFailures(failed);
    expect(chain?.whys).toHaveLength(5);
    expect(JSON.stringify(chain)).not.toMatch(/no document\.|synonym|right passage/u);
  });
});
