import { rebased, rowChanges, rowHas, rowsOf, synonymsOf } from './synonym-rows.js';

const SAVED = {
  groups: [
    { lang: 'ko', words: ['기숙사', '생활관'] },
    { lang: 'en', words: ['fee', 'charge, small'] },
  ],
  translations: [{ ko: ['휴학'], en: ['leave of absence'] }],
};

describe('the rows of synonyms', () => {
  it('are sent as they were read, commas in words included, as long as nobody edits them', () => {
    expect(synonymsOf(rowsOf(SAVED))).toEqual(SAVED);
  });

  it('take the typed words, and find a row by a part of one', () => {
    const [row, ...others] = rowsOf(SAVED);
    const typed = { ...row!, texts: ['기숙사 , 긱사,, '] };
    expect(synonymsOf([typed, ...others]).groups[0]).toEqual({ lang: 'ko', words: ['기숙사', '긱사'] });
    expect(rowHas(typed, '긱')).toBe(true);
    expect(rowHas(others[0]!, 'CHARGE')).toBe(true);
    expect(rowHas(others[0]!, '긱')).toBe(false);
  });

  it('are carried over to a version that somebody else made meanwhile', () => {
    const before = rowsOf(SAVED);
    const mine = [...before.slice(1), { id: 9, lang: 'ko' as const, texts: ['전과, 학과변경'] }];
    const theirs = rowsOf({ ...SAVED, groups: [...SAVED.groups, { lang: 'ko', words: ['휴강', '결강'] }] });
    const { groups } = synonymsOf(rebased(before, mine, theirs));
    expect(groups.map(({ words }) => words[0])).toEqual(['전과', 'fee', '휴강']);
    const { added, removed } = rowChanges(theirs, rebased(before, mine, theirs));
    expect([added.length, removed.length]).toEqual([1, 1]);
  });
});
