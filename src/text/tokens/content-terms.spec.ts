import { contentTerm, contentTerms } from './content-terms.js';

describe('words that a proposal may contain', () => {
  it.each([
    ['아세요'],
    ['주세요'],
    ['거예요'],
    ['있나요'],
    ['되나요'],
    ['알려주세요'],
    ['궁금합니다'],
    ['받는지'],
    ['하려면'],
    ['권까지'],
    ['며칠까지'],
    ['학점을'],
    ['14일'],
    ['얼마인가요'],
    ['어떻게'],
    ['그게'],
    ['관련해서요'],
    ['규정의'],
    ['해야'],
    ['건가요'],
    ['된다던데'],
    ['what'],
    ['please'],
    ['months'],
    ['supposed'],
  ])('are not endings, particles, units and question words: %s', (word) => {
    expect(contentTerm(word)).toBeUndefined();
  });

  it.each([
    ['보증금은', '보증금'],
    ['긱사에서는', '긱사'],
    ['복전', '복전'],
    ['신청하려면', '신청'],
    ['등록금을', '등록금'],
    ['필요', '필요'],
    ['신고', '신고'],
    ['기숙사까지는', '기숙사'],
    ['Repo', 'repo'],
    ['reimbursement', 'reimbursement'],
  ])('are nouns and names without their particles: %s', (word, term) => {
    expect(contentTerm(word)).toBe(term);
  });

  it('takes 가 for a particle only after a vowel', () => {
    expect(contentTerms('인사평가 학교가')).toEqual(['인사평가']);
    expect(contentTerm('조교가')).toBe('조교');
  });

  it('are listed once, in order', () => {
    expect(contentTerms('긱사 보증금은 얼마인지, 긱사 신청은 언제까지 하는지 아세요?')).toEqual([
      '긱사',
      '보증금',
      '신청',
    ]);
  });
});
