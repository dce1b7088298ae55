import { readableAnswer, sayingsOf } from './readable-answer.js';

describe('the readable text of an answer', () => {
  it.each([
    ['<think>7일?</think>14일', '14일'],
    ['7일? 아니다.</think>14일', '14일'],
    ['<THINKING>7</THINKING>**14일**[1, 2]', '14일'],
    ['14일 <think>and so on', '14일'],
  ])('%s', (answer, read) => {
    expect(readableAnswer(answer).trim()).toBe(read);
    expect(readableAnswer(answer)).toHaveLength(answer.length);
  });

  it('keeps the offset of each sentence', () => {
    const answer = readableAnswer('첫째다. [1]\n- 둘째다.');
    for (const { start, end, text } of sayingsOf(answer)) expect(answer.slice(start, end)).toBe(text);
  });
});
