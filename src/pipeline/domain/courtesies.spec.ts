import fc from 'fast-check';
import { configuredSettings } from '../../../test/support/configured-settings.js';
import { withoutCourtesies } from './courtesies.js';
import { readMessage } from './intent.js';

const { intents } = configuredSettings();

describe('withoutCourtesies', () => {
  it.each([
    ['안녕하세요, 휴학은 언제까지 신청하나요?', '휴학은 언제까지 신청하나요?'],
    ['안녕하세요! 수고하십니다. 기숙사비는 나눠 낼 수 있나요? 감사합니다.', '기숙사비는 나눠 낼 수 있나요?'],
    ['죄송한데 학생증을 잃어버렸어요 부탁드립니다', '학생증을 잃어버렸어요'],
    ['Hi there, how long is a session kept? Thanks in advance!', 'how long is a session kept?'],
    ['good morning. sorry to bother you, my badge is lost, can you help me?', 'my badge is lost'],
    ['ok, thanks. Is parking free?', 'Is parking free?'],
    ['안녕하세요', ''],
    ['hello!!', ''],
  ])('reads %s as %j', (message, rest) => {
    expect(withoutCourtesies(message)).toBe(rest);
  });

  it.each([
    '감사 결과는 언제 공개하나요?',
    '안녕감 조사',
    'great circle distance',
    'ok button',
    'history of the office',
    'heyday bonus',
    '고마움의 날은 쉬나요?',
    '아르바이트',
    'Is it sorry or excuse?',
  ])('changes nothing of %s', (message) => {
    expect(withoutCourtesies(message)).toBe(message);
  });

  it('reads any text, and never adds to it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        expect(withoutCourtesies(text).length).toBeLessThanOrEqual(text.length);
      }),
    );
  });
});

describe('readMessage', () => {
  it.each([
    ['안녕하세요, 휴학은 언제까지 신청하나요?', 'question'],
    ['hello, where do I park?', 'question'],
    ['안녕하세요 휴학 신청 기간', 'question'],
    ['sorry too many clients already error??', 'question'],
    ['thanks, and the session limit?', 'question'],
    ['hi, find the rules on parking', 'search'],
    ['thanks. What is the limit of a session?', 'question'],
  ])('reads the question of %s', (message, intent) => {
    expect(readMessage(message, intents)).toEqual({ intent, question: withoutCourtesies(message) });
  });

  it.each([
    ['hello session limit', 'greeting'],
    ['Thanks a lot, that was exactly what I needed', 'thanks'],
    ["Good evening, hope you're well.", 'greeting'],
  ])('leaves open whether %s asks something', (message, courtesy) => {
    expect(readMessage(message, intents)).toEqual({
      intent: 'general',
      question: withoutCourtesies(message),
      courtesy,
    });
  });

  it.each([
    '안녕하세요 반갑습니다',
    'hello, who are you?',
    'ugh, mondays',
    '네 알겠습니다. 좋은 하루 보내세요.',
    'Hi!',
  ])('reads %s as small talk', (message) => {
    expect(readMessage(message, intents)).toEqual({ intent: 'general', question: message });
  });

  it.each(['챗봇 서비스의 개인정보는 얼마나 보관하나요?', 'How do I change your name on the badge?'])(
    'reads %s as a question',
    (message) => {
      expect(readMessage(message, intents).intent).toBe('question');
    },
  );
});
