import { readLine } from './component-prompts.js';

describe('readLine', () => {
  const LINE = 'When is the pool closed?';
  it.each([
    LINE,
    `  "${LINE}"\n`,
    `“${LINE}”`,
    `**${LINE}**`,
    `Rewritten question: ${LINE}`,
    `**Standalone question:** ${LINE}`,
    `Here is the rewritten question:\n\n${LINE}`,
    `Sure, this is it:\n"${LINE}"`,
  ])('reads the line that was asked for out of %p', (reply) => expect(readLine(reply)).toBe(LINE));

  it('reads a Korean line', () => {
    for (const reply of ['질문: 수영장은 언제 쉬나요?', '다시 쓴 질문:\n「수영장은 언제 쉬나요?」'.replace('」', '”')])
      expect(readLine(reply)).toBe('수영장은 언제 쉬나요?');
  });

  it.each(['', '   ', 'I cannot.\nThey ask for two things.', 'x'.repeat(401), 'A lead:\none\ntwo'])(
    'takes %p for no line',
    (reply) => expect(readLine(reply)).toBeUndefined(),
  );
});
