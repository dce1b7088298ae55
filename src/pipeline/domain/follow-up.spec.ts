import {
  comparedQuestions,
  completeFollowUp,
  isFollowUp,
  isSelfContained,
  leanedOn,
  correctedTo,
  withInstead,
} from './follow-up.js';

describe('completeFollowUp', () => {
  it('completes a bare topic with the whole previous question', () => {
    expect(completeFollowUp('그럼 대학원생은?', ['휴학 신청은 언제까지 하나요?'])).toBe(
      '휴학 신청은 언제까지 하나요 대학원생은?',
    );
  });

  it('completes a question with its own predicate with the topic of the previous one', () => {
    expect(completeFollowUp('그러면 어떤 서류를 내야 하나요?', ['창업휴학은 몇 학기까지 할 수 있나요?'])).toBe(
      '창업휴학은 어떤 서류를 내야 하나요?',
    );
  });

  it('does not change a self-contained question, nor the first of a conversation', () => {
    const whole = '도서관은 시험 기간에 몇 시까지 여나요?';
    expect(completeFollowUp(whole, ['휴학 신청은 언제까지 하나요?'])).toBe(whole);
    expect(completeFollowUp('그럼 대학원생은?', [])).toBe('그럼 대학원생은?');
  });

  it('completes a message with a configured opening, but not a self-contained one', () => {
    const more = /^같은 맥락에서(?=[\s,?]|$)/iu;
    const before = ['창업휴학은 몇 학기까지 할 수 있나요?'];
    const turn = '같은 맥락에서 어떤 서류를 내나요?';
    expect(completeFollowUp(turn, before)).toBe(turn);
    expect(completeFollowUp(turn, before, more)).toBe('창업휴학은 어떤 서류를 내나요?');
    const whole = '도서관은 시험 기간에 몇 시까지 여나요?';
    expect(completeFollowUp(whole, before, more)).toBe(whole);
  });

  it('completes English follow-ups', () => {
    const completed = completeFollowUp('And for tier 2?', ['How often are Granite restores rehearsed?']);
    expect(completed).toContain('Granite');
    expect(completed).toContain('tier 2');
  });
});

describe('completeFollowUp in a conversation', () => {
  const LOANS = '도서관 대출 책수와 기간 때문에 확인하려고요. 재학생은 책수가 몇 권인가요? 알려 주세요!';
  const LOCKERS = '보관함은 며칠간 쓸 수 있나요?';
  const FINES = '연체료는 하루에 얼마인가요?';
  const talk = [LOANS, LOCKERS, FINES];

  it.each(['그럼 휴학생의 경우에는요?', '그럼 휴학생은 어떤가요?', '그러면 휴학생은요?', '그럼 휴학생은?'])(
    'asks the question before about somebody else: %s',
    (message) => {
      const completed = completeFollowUp(message, [LOANS]);
      expect(completed).toContain('휴학생은 책수가 몇 권인가요?');
      expect(completed).toContain('대출 책수와 기간');
      expect(completed).not.toContain('재학생');
    },
  );

  it.each([
    '그러니까 10원이라는 거죠?',
    '그러니까 10원이라는 거죠, 제가 맞게 이해했나요?',
    '그럼 방금 말씀하신 게 10원이라는 거죠?',
    'So it is 10 won, is that right?',
    '그러니까 하루에 10원 이상이라는 거죠, 제가 맞게 이해했나요?',
    '방금 말씀하신 거 한 번만 다시 확인해 주세요, 제가 맞게 이해했나요?',
    'Can you repeat what you just said? Did I get that right?',
  ])('confirms what the question before asked for: %s', (message) => {
    expect(completeFollowUp(message, talk)).toBe(FINES);
  });

  it('completes a confirmation about another audience with the previous question', () => {
    const completed = completeFollowUp('그럼 교직원도 10원이라는 거죠?', talk);
    expect(completed).toContain('연체료는 하루에 얼마인가요');
    expect(completed).toContain('교직원도');
  });

  it.each([
    ['처음에 여쭤본 대출 책수와 기간 얘기로 돌아가서, 그게 어떻게 된다고 하셨죠?', LOANS],
    ['아까 물어본 보관함 다시 알려 주세요', LOCKERS],
  ])('goes back: %s', (message, before) => {
    expect(completeFollowUp(message, talk).replace(/[?.!]+$/u, '')).toBe(before.replace(/[?.!]+$/u, ''));
  });

  it.each([
    [
      'Back to my first question about backup retention: what was it again?',
      'For how long is a backup kept under backup retention?',
    ],
    [
      'What did you say about key rotation when I asked earlier?',
      'As to key rotation, how often are service keys replaced?',
    ],
  ])('goes back in English: %s', (message, before) => {
    const earlier = [
      'For how long is a backup kept under backup retention?',
      'As to key rotation, how often are service keys replaced?',
      'Who approves a change of the firewall?',
    ];
    expect(completeFollowUp(message, earlier)).toContain(before.replace('?', ''));
    expect(completeFollowUp(message, earlier)).not.toContain('firewall');
  });

  it('asks an earlier question about another audience', () => {
    const completed = completeFollowUp('앞에서 여쭤본 대출 책수와 기간 말인데요, 그럼 휴학생의 경우에는요?', talk);
    expect(completed).toContain('휴학생은 책수가 몇 권인가요?');
  });

  it('replaces a part of the question with a thing of the same name pattern', () => {
    const moving = '부임 이전비 관련해서 여쭤봅니다. 100킬로미터 이상 300킬로미터 미만은 단독이 얼마인가요?';
    const message = '앞에서 여쭤본 부임 이전비 말인데요, 그럼 300킬로미터 이상의 경우에는요?';
    expect(completeFollowUp(message, [moving, FINES])).toContain('300킬로미터 이상은 단독이 얼마인가요?');
    const grade = '승진 소요연수 문의드려요. 5급은 최저 근무연수가 몇 년인가요?';
    expect(completeFollowUp('그럼 3급의 경우에는요?', [grade])).toContain('3급은 최저 근무연수가 몇 년인가요?');
  });

  it('takes both compared questions', () => {
    for (const message of [
      '처음에 여쭤본 것과 방금 것을 나란히 비교해 주시겠어요?',
      'How does that compare with what I asked at first?',
    ]) {
      const completed = completeFollowUp(message, talk);
      expect(completed).toContain('재학생은 책수가 몇 권인가요');
      expect(completed).toContain('연체료는 하루에 얼마인가요');
    }
  });

  it('takes the previous question and the new one that it is compared with', () => {
    const completed = completeFollowUp(
      '방금 여쭤본 것과 비교해서, 열람실은 몇 시까지 여는지도 같이 알려 주시겠어요?',
      talk,
    );
    expect(completed).toContain('연체료는 하루에 얼마인가요');
    expect(completed).toContain('열람실은 몇 시까지 여는지도');
    const own = '연체료를 재학생은 재무팀의 승인을 받아 몇 개월까지 늦출 수 있는지도 같이 알려 주시겠어요?';
    expect(completeFollowUp(`방금 여쭤본 것과 비교해서, ${own}`, talk)).toContain(own);
  });

  it('lists each question that a comparison asks', () => {
    const added = '방금 여쭤본 것과 비교해서, 열람실은 몇 시까지 여는지도 같이 알려 주시겠어요?';
    expect(comparedQuestions(added, talk)).toEqual([talk.at(-1), expect.stringContaining('열람실은 몇 시까지')]);
    expect(comparedQuestions('처음에 여쭤본 것과 방금 것을 나란히 비교해 주시겠어요?', talk)).toEqual([
      talk[0],
      talk.at(-1),
    ]);
    const english = comparedQuestions('And how does that compare with what the fee of a guest card is?', [
      'How long is a card valid?',
    ]);
    expect(english).toEqual(['How long is a card valid?', expect.stringContaining('fee of a guest card')]);
    for (const other of ['방금 말씀하신 거 다시 확인해 주세요', '두 제도를 비교해 주세요', '그럼 대학원생은요?'])
      expect(comparedQuestions(other, talk)).toBeUndefined();
  });

  it('takes the topic from the part that asks, not from the text around it', () => {
    const before = '걱정이 돼서요, 학생은 늘 바쁘잖아요. 창업휴학은 몇 학기까지 할 수 있나요? 미리 알아 두려고요.';
    expect(completeFollowUp('그러면 어떤 서류를 내야 하나요?', [before])).toBe('창업휴학은 어떤 서류를 내야 하나요?');
  });

  it('keeps the matter if the message asks about another role within it', () => {
    const before = '보트 대여에서 손님은 무엇을 내나요?';
    expect(completeFollowUp('관리인은요?', [before])).toBe('보트 대여에서 관리인은 무엇을 내나요?');
    expect(completeFollowUp('아니 그거 말고 관리인이 누구냐고요', [before])).toBe('보트 대여에서 관리인이 누구냐고요');
    expect(completeFollowUp('아니요, 관리인요', [before])).toBe('보트 대여에서 관리인은 무엇을 내나요?');
    expect(completeFollowUp('손님 말고 회원요', [before])).toBe('보트 대여에서 회원은 무엇을 내나요?');
  });

  it('corrects the previous question in English', () => {
    const before = 'How much do guests pay at the pool?';
    expect(completeFollowUp('no, not guests, members', [before])).toBe('How much do members pay at the pool?');
    expect(completeFollowUp('no, I meant on Sundays', [before])).toBe('How much do guests pay at the pool on Sundays?');
  });

  it('asks for another provision of the same rules', () => {
    expect(completeFollowUp('그럼 제3조는?', ['돛단배 규정 제2조 알려줘'])).toBe('돛단배 규정 제3조 알려줘');
    expect(completeFollowUp('2항은요?', ['돛단배 규정 제2조'])).toBe('돛단배 규정 제2조 2항');
  });

  it('does not change a question that only looks like a reference', () => {
    for (const message of [
      '졸업하기 전에 말씀드려야 하는 것이 있나요?',
      '처음 입학한 학생은 등록금을 언제까지 내야 하나요?',
      'How do I get back to campus after the last train on a weekday night?',
    ])
      expect(completeFollowUp(message, talk)).toBe(message);
  });

  it('returns the questions that a message depends on', () => {
    expect(leanedOn('처음에 여쭤본 것 다시 알려 주세요', talk)).toBe(LOANS);
    expect(leanedOn('그럼 교직원은?', talk)).toBe(FINES);
    expect(leanedOn('그럼 교직원은?', [])).toBeUndefined();
  });
});

describe('isSelfContained', () => {
  it.each([
    '휴학하면 장학금은 어떻게 되나요?',
    '복학은 언제 신청해요?',
    '복학하려면 어떤 서류를 내야 하나요?',
    'How long does a guest badge work?',
  ])('%s', (message) => {
    expect(isSelfContained(message)).toBe(true);
  });

  it.each(['그건 누가 승인하나요?', '어떤 서류를 내나요?', '며칠 동안 빌려요?', '대학원생은요?', 'Is it encrypted?'])(
    'not: %s',
    (message) => {
      expect(isSelfContained(message)).toBe(false);
    },
  );
});

describe('a comparison', () => {
  it('keeps the question that it adds as written', () => {
    const message = 'And how does that compare with what to do if I have access to a depot?';
    expect(completeFollowUp(message, ['What do I do when I lose a key?'])).toBe(
      'What do I do when I lose a key, what to do if I have access to a depot?',
    );
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

describe('correctedTo', () => {
  it.each([
    ['아니 그거 말고 사서가 누구냐고요', '사서가 누구냐고요'],
    ['아뇨, 주말에요', '주말에요'],
    ['그게 아니라 연체료요', '연체료요'],
    ['no, I meant on Sundays', 'on Sundays'],
    ['Sorry, I was asking about members', 'members'],
    ['I meant the small pool', 'the small pool'],
  ])('%s: %s', (message, meant) => {
    expect(correctedTo(message)).toBe(meant);
  });

  it.each([
    '아니요',
    '도서관은 몇 시까지 여나요?',
    'How many books may I borrow?',
    'Nobody answers the phone, what now?',
    '아니면 어떻게 되나요?',
  ])('takes "%s" for no correction', (message) => {
    expect(correctedTo(message)).toBeUndefined();
  });
});

describe('withInstead', () => {
  it('replaces one thing of the previous question by another', () => {
    expect(withInstead('학생 말고 교직원요', '학생은 책을 몇 권 빌리나요?')).toBe('교직원은 책을 몇 권 빌리나요?');
    expect(withInstead('not guests but members', 'How much do guests pay?')).toBe('How much do members pay?');
    expect(withInstead('no, not guests, members', 'How much do guests pay?')).toBe('How much do members pay?');
  });

  it('returns nothing if the question does not name the thing', () => {
    expect(withInstead('소설 말고 만화요', '학생은 책을 몇 권 빌리나요?')).toBeUndefined();
    expect(withInstead('학생은 몇 권 빌리나요?', '학생은 책을 몇 권 빌리나요?')).toBeUndefined();
  });
});
