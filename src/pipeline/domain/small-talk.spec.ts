import { classifyIntent } from './intent.js';
import { asksNothing, smallTalkOf } from './small-talk.js';
import { configuredSettings } from '../../../test/support/configured-settings.js';

const { intents } = configuredSettings();

describe('small talk', () => {
  it.each([
    ['안녕하세요', 'greeting'],
    ['good morning', 'greeting'],
    ['고마워요!', 'thanks'],
    ['Thanks a lot', 'thanks'],
    ['수고하세요', 'farewell'],
    ['bye', 'farewell'],
    ['넌 누구야?', 'identity'],
    ['What can you do?', 'identity'],
    ['네', 'assent'],
    ['아니요', 'assent'],
    ['Yes.', 'assent'],
    ['nope', 'assent'],
    ['ㅇㅇ', 'assent'],
    ['계속', 'fragment'],
    ['그래서요?', 'fragment'],
    ['go on', 'fragment'],
    ['ㅋㅋㅋ', 'fragment'],
    ['?!', 'fragment'],
    ['1+1은?', 'calculation'],
    ['３ 곱하기 ７은 얼마예요?', 'calculation'],
    ['what is 12 plus 30?', 'calculation'],
    ['100 / 4 =', 'calculation'],
  ])('%s is %s, and asks nothing of the documents', (message, kind) => {
    expect(classifyIntent(message, intents)).toBe('general');
    expect(smallTalkOf(message)).toBe(kind);
  });

  it.each([
    '3-2-23',
    '2024-03-01',
    '제3조',
    '돈',
    'x-ray',
    '네트워크',
    '더 빌릴 수 있나요?',
    '계속 근무',
    'no smoking',
    'yes/no flag',
    '다음 학기',
    'why?',
    '왜요?',
    'the 3 + 2 scheme',
    '1+1 행사는 언제 하나요?',
  ])('%s may be a question', (message) => {
    expect(asksNothing(message)).toBe(false);
  });
});
