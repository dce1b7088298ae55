import { configuredSettings } from '../../../../test/support/configured-settings.js';
import { hydeOccasion } from './hyde.js';

const { hyde } = configuredSettings();

describe('hydeOccasion', () => {
  it.each([
    ['요즘 너무 힘들어서 학교를 쉬고 싶은데 무엇부터 해야 하나요?', 'emotional'],
    ['등록금을 못 낼까 봐 불안해요', 'emotional'],
    ['I am overwhelmed by my first incident', 'emotional'],
    ['돈이 부족하면 어떻게 해야 하나요?', 'vague'],
    ['What should I do now?', 'vague'],
  ])('sees that %p is %s', (question, occasion) => {
    expect(hydeOccasion(question, 'question', hyde)).toBe(occasion);
  });

  it.each([
    '휴학 신청은 언제까지 해야 하나요?',
    'How often are Granite restores rehearsed?',
    '힘들어요, 휴학규정 제8조는 어떻게 해야 하나요?',
    '「휴학·복학 규정」 때문에 걱정이에요',
    'I am worried about section 4',
    'I am anxious about the rollout of CVE-2024',
  ])('leaves %p to its own words', (question) => {
    expect(hydeOccasion(question, 'question', hyde)).toBeUndefined();
  });

  it('returns nothing for greetings and searches', () => {
    expect(hydeOccasion('힘들다', 'general', hyde)).toBeUndefined();
    expect(hydeOccasion('휴학 서식 찾아줘', 'search', hyde)).toBeUndefined();
  });
});
