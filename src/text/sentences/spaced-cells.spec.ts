import { joinedCells } from './sentences.js';

describe('joinedCells', () => {
  it('joins letter-spaced syllables of a cell, and keeps the length', () => {
    const row = '| 구       분 | 부 교 수 | 858,000 |';
    expect(joinedCells(row).replace(/\s+/gu, ' ')).toBe('| 구분 | 부교수 | 858,000 |');
    expect(joinedCells(row)).toHaveLength(row.length);
    expect(joinedCells('교    수 | 지 급  액').replace(/\s+/gu, ' ').trim()).toBe('교수 | 지급액');
  });

  it.each(['가 나 다의 물레', '| 큰 물레 | 작은 물레 |', '| a b c | 12 |', '| 물 |'])('leaves %s', (text) => {
    expect(joinedCells(text)).toBe(text);
  });
});
