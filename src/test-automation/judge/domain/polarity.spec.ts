import { asksByDenial, asksYesOrNo, clausePolarity, leadingPolarity } from './polarity.js';

describe('grants and denials', () => {
  it.each([
    ['안 됩니다', 'negative'],
    ['할 수 없다', 'negative'],
    ['not allowed', 'negative'],
    ['may use it', 'positive'],
    ['제한이 없습니다', 'positive'],
    ['지체 없이 내야 한다', 'positive'],
    ['쓰지 않아도 됩니다', 'positive'],
  ])('%s is %s', (clause, polarity) => {
    expect(clausePolarity(clause)).toBe(polarity);
  });

  it('are read from yes and no at the start', () => {
    expect(leadingPolarity('안녕하세요! 네, 됩니다.')).toBe('positive');
    expect(leadingPolarity('No. Visitors are kept out.')).toBe('negative');
    expect(leadingPolarity('The limit is five days.')).toBeUndefined();
  });

  it('are recognized in questions', () => {
    expect([asksYesOrNo('써도 되나요?'), asksYesOrNo('얼마인가요?'), asksByDenial('안 써도 되나요?')]).toEqual([
      true,
      false,
      true,
    ]);
  });
});
