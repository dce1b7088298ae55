import { correctedTo, withInstead } from './correction.js';

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
