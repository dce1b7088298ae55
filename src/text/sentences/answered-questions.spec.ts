import { withAnswers } from './answered-questions.js';
import { sentenceSpans } from './sentences.js';

function pieces(text: string): string[] {
  return withAnswers(text, sentenceSpans(text)).map(({ start, end }) => text.slice(start, end));
}

describe('a question on a line of its own', () => {
  it.each([
    ['**Q: How hot is it?**\n\nA: 900 degrees.\n\n**Q: Who may enter?**\n\nA: Staff. Guests wait.', 2],
    ['Q1. 몇 시에 닫나요?\nA1. 밤 11시입니다.\n\nQ2. 얼마인가요?\nA2. 34,000원입니다.', 2],
    ['Can I bring a dog?\n\nYes.\n\nThe pier opens at six.', 2],
  ])('is one piece with its answer in %j', (text, count) => {
    expect(pieces(text)).toHaveLength(count);
    expect(pieces(text)[0]).toMatch(/\?[\s\S]*\./u);
  });

  it('stays alone before another question, and inside a line', () => {
    expect(pieces('Who repairs the wheel?\nWhat does it cost?\n')).toHaveLength(2);
    expect(pieces('Why wait? The office opens at nine.')).toHaveLength(2);
  });

  it('takes no more than the paragraph below it, and of that 400 characters', () => {
    expect(pieces('Who?\nThe warden.\n\nThe hall is closed.')).toEqual(['Who?\nThe warden.', 'The hall is closed.']);
    expect(pieces(`Who?\n${'The warden walks. '.repeat(40)}`)[0]?.length).toBeLessThan(410);
  });
});
