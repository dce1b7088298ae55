import { growthAtFourfold } from '../../../../test/support/processor-time.js';
import { EvidenceIndex } from './evidence-index.js';

const read = (text: string) => EvidenceIndex.of([{ id: 'e', text, heading: '휴학 규정' }]);

describe('EvidenceIndex', () => {
  it('assigns each clause the nearest heading above it', () => {
    const { clauses } = read('첫 문장이다.\n\n# 가\n\n둘째 문장이다. 셋째 문장이다.\n\n## 나\n\n넷째 문장이다.');
    expect(clauses.map(({ heading }) => heading)).toEqual([
      '휴학규정',
      '휴학규정가',
      '휴학규정가',
      '휴학규정가',
      '휴학규정나',
      '휴학규정나',
    ]);
  });

  it('reads an equal sentence once', () => {
    const { clauses } = read('휴학은 개강 전날까지 신청한다. '.repeat(50));
    expect(new Set(clauses.map(({ reading }) => reading)).size).toBe(1);
    expect(clauses.length).toBe(50);
  });

  it.each([
    ['headings', '# 가나\n'],
    ['full stops', '. 가'],
    ['rows of a table', '| 가 | 나 |\n'],
    ['articles', '제1조(목적) 가나 다라.\n'],
  ])('reads %s in linear time', (_, unit) => {
    const growth = growthAtFourfold((count) => void read(unit.repeat(count)), 2_000, 8);
    expect(growth).toBeLessThanOrEqual(8);
  });
});
