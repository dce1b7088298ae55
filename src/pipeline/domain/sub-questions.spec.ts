import { subQuestions } from './sub-questions.js';

describe('subQuestions', () => {
  it.each([
    ['며칠 이내에 내야 하는지, 그리고 얼마를 내야 하는지 알려 주세요.', 2],
    ['수강철회는 언제 하나요? 몇 과목까지 되나요?', 2],
    ['Who approves a change, and for how long is it kept?', 2],
    ['휴학은 언제까지 신청하나요? 꼭 좀 알려 주세요.', 1],
    ['이게 말이 됩니까? 벌점은 몇 점입니까?', 1],
    ['교무처와 학생처는 어떻게 다른가요?', 1],
    ['Read and write access?', 1],
  ])('finds the questions of “%s”', (message, count) => {
    expect(subQuestions(message)).toHaveLength(count);
  });

  it('keeps the story with the question after it, and thanks with the question before', () => {
    expect(subQuestions('졸업반입니다. 언제 내나요? 그리고 얼마인가요? 감사합니다.')).toEqual([
      '졸업반입니다. 언제 내나요?',
      '얼마인가요? 감사합니다.',
    ]);
  });

  it('does not split a message that asks nothing, or too many questions', () => {
    expect(subQuestions('휴학')).toEqual(['휴학']);
    const four = '언제 하나요? 어디서 하나요? 얼마인가요? 누가 하나요?';
    expect(subQuestions(four)).toEqual([four]);
  });
});
