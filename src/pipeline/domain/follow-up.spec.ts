import { completeFollowUp, isFollowUp } from './follow-up.js';

describe('completeFollowUp', () => {
  it('gives a bare topic the whole question before it', () => {
    expect(completeFollowUp('그럼 대학원생은?', '휴학 신청은 언제까지 하나요?')).toBe(
      '휴학 신청은 언제까지 하나요 대학원생은?',
    );
  });

  it('gives a question with its own predicate the topic of the one before', () => {
    expect(completeFollowUp('그러면 어떤 서류를 내야 하나요?', '창업휴학은 몇 학기까지 할 수 있나요?')).toBe(
      '창업휴학은 어떤 서류를 내야 하나요?',
    );
  });

  it('leaves a question that stands by itself as it is, and the first of a conversation too', () => {
    const whole = '도서관은 시험 기간에 몇 시까지 여나요?';
    expect(completeFollowUp(whole, '휴학 신청은 언제까지 하나요?')).toBe(whole);
    expect(completeFollowUp('그럼 대학원생은?', undefined)).toBe('그럼 대학원생은?');
  });

  it('completes English follow-ups', () => {
    const completed = completeFollowUp('And for tier 2?', 'How often are Granite restores rehearsed?');
    expect(completed).toContain('Granite');
    expect(completed).toContain('tier 2');
  });
});

describe('isFollowUp', () => {
  it.each(['그건 누가 승인하나요?', '신입생도 할 수 있나요?', 'What about contractors?', 'Is it encrypted?'])(
    'takes "%s" as one',
    (message) => {
      expect(isFollowUp(message)).toBe(true);
    },
  );

  it.each(['졸업에 필요한 학점은 몇 학점인가요?', 'Which port does the Ferry gateway listen on?'])(
    'takes "%s" as none',
    (message) => {
      expect(isFollowUp(message)).toBe(false);
    },
  );
});
