import { withoutQuestionBoilerplate } from './question-preamble.js';

const left = (text: string) => withoutQuestionBoilerplate(text).replace(/\s+/gu, ' ').trim();

describe('phrases of asking', () => {
  it.each([
    ['Can someone tell me how long badges last?', 'how long badges last?'],
    ["I don't know the right word for it, but who signs invoices?", 'who signs invoices?'],
    ['For spare parts there is supposed to be an interval. Which?', 'For spare parts . Which?'],
    ['Do you happen to know when pools close?', 'when pools close?'],
    ['What is the length of a session?', 'What is the length of a session?'],
    ['Which words do not know a plural?', 'Which words do not know a plural?'],
    ['이번 학기 수강철회는 언제까지인가요?', '수강철회는 언제까지인가요?'],
    ['수강철회는 이번학기에 되나요?', '수강철회는 되나요?'],
    ['한 학기에 몇 번 되나요?', '한 학기에 몇 번 되나요?'],
    ['이번 학기말 시험은 언제인가요?', '이번 학기말 시험은 언제인가요?'],
  ])('are dropped: %j', (text, expected) => {
    expect(left(text)).toBe(expected);
  });

  it('keep every offset', () => {
    const text = 'Could you tell me when pools close?';
    expect(withoutQuestionBoilerplate(text)).toHaveLength(text.length);
    expect(withoutQuestionBoilerplate(text).indexOf('pools')).toBe(text.indexOf('pools'));
  });
});
