import { dateConflicts, daysByRule } from './date-conflicts.js';

describe('days that a rule gives', () => {
  const gold = ['빌린 날부터 14일 이내에 돌려준다.'];
  it.each([
    ['5월 17일까지입니다.', 0],
    ['5월 27일까지입니다.', 1],
    ['5월 18일까지입니다.', 1],
  ])('%s', (answer, conflicts) => {
    const setting = { question: '5월 3일에 빌렸어요.', gold, nearness: () => 0 };
    expect(dateConflicts(answer, setting)).toHaveLength(conflicts);
  });

  it('are known if the answer calculates its own example', () => {
    const terms = ['Submit it within 30 days after the trip.'];
    expect(daysByRule('For one that ended on June 1 it is July 1.', terms)).toMatchObject([
      { month: 6, day: 1 },
      { month: 7, day: 1 },
    ]);
    expect([...daysByRule('For one that ended on June 1 it is August 1.', terms)]).toEqual([]);
  });
});
