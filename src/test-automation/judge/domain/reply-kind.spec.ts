import { replyKind } from './reply-kind.js';

const kind = (text: string, question = '통금이 몇 시예요?') =>
  replyKind(text, question, { evasive: ['상황에 따라 다를 수'], abstaining: [] }, undefined);

describe('kinds of replies', () => {
  it.each([
    ['자료에서 찾을 수 없습니다.', 'abstention'],
    ['I drew a blank on that one.', 'abstention'],
    ['자료에는 안 나오지만 보통 밤 11시일 겁니다.', 'answer'],
    ['The pages do not say, but it is usually 11 pm.', 'answer'],
    ['개인정보라서 알려 드릴 수 없습니다.', 'refusal'],
    ['어떤 건물을 말씀하시나요?', 'clarifying'],
    ['상황에 따라 다를 수 있습니다.', 'evasion'],
    ['It depends on your department.', 'evasion'],
    ['  ', 'empty'],
    ['밤 11시입니다.', 'answer'],
  ])('%s is %s', (text, expected) => {
    expect(kind(text)).toBe(expected);
  });
});
